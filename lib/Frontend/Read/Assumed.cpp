// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Assumed.h"

#include <algorithm>
#include <set>

namespace kasane {
namespace {

// The pointers that an expression looks through, as the program writes them. `isPlain`: by `->` and `*` alone.
struct Followed {
  std::set<std::string> pointers;
  bool isPlain = true;
};

Followed followedIn(const Reader &reader, const clang::Expr *expr) {
  Followed out;
  holds(expr, [&](const clang::Stmt *part) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    if (member && member->isArrow())
      out.pointers.insert(spelled(reader, member->getBase()->IgnoreParenImpCasts()));
    else if (unary && unary->getOpcode() == clang::UO_Deref)
      out.pointers.insert(spelled(reader, unary->getSubExpr()->IgnoreParenImpCasts()));
    else if (element && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
      out.isPlain = false;
    return false;
  });
  return out;
}

} // namespace

Assumed::Assumed(Reader &reader, const clang::Expr *condition, bool holds)
    : reader_(reader), before_(reader.step.assumed.size()) {
  std::vector<const clang::Expr *> parts{condition};
  if (holds)
    splitAnd(condition, parts = {});
  for (const clang::Expr *part : parts)
    if (isInvariant(part, reader.effects, true) && reader.statement)
      reader.step.assumed.push_back((holds ? "(" : "!(") + spelled(reader, part) + ")");
  reader.step.asked.push_back({condition, holds});
}

std::string whereAssumed(Reader &reader, const clang::Expr *expr) {
  const Followed of = followedIn(reader, expr);
  if (reader.step.assumed.empty()) {
    reader.followed.insert(of.pointers.begin(), of.pointers.end());
    return "";
  }
  if (of.isPlain && std::ranges::includes(reader.followed, of.pointers))
    return ""; // what the pointers lead to is looked at in any case
  std::string all;
  for (const std::string &condition : reader.step.assumed)
    all += (all.empty() ? "" : " && ") + condition;
  return all;
}

std::string whereDivided(const Reader &reader, const clang::Expr *expr) {
  std::string all;
  const auto add = [&](const std::string &more) { all += (all.empty() || more.empty() ? "" : " && ") + more; };
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenImpCasts());
  const auto text = [&](const clang::Expr *operand) { return "(" + spelled(reader, operand) + ")"; };
  if (op && op->isLogicalOp()) { // the right one is only looked at where the left one leaves it open
    add(whereDivided(reader, op->getLHS()));
    if (const std::string right = whereDivided(reader, op->getRHS()); !right.empty())
      add("(" + std::string(op->getOpcode() == clang::BO_LAnd ? "!" : "") + text(op->getLHS()) + " || (" + right +
          "))");
    return all;
  }
  if (const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr->IgnoreParenImpCasts())) {
    add(whereDivided(reader, choice->getCond()));
    for (const bool holds : {true, false})
      if (const std::string arm = whereDivided(reader, holds ? choice->getTrueExpr() : choice->getFalseExpr());
          !arm.empty())
        add("(" + std::string(holds ? "!" : "") + text(choice->getCond()) + " || (" + arm + "))");
    return all;
  }
  for (const clang::Stmt *child : expr->children())
    if (const auto *operand = llvm::dyn_cast_or_null<clang::Expr>(child))
      add(whereDivided(reader, operand));
  op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const bool divides = op && (op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Rem);
  if (divides && op->getType()->isIntegerType() && !op->getRHS()->isEvaluatable(reader.ast))
    add(text(op->getRHS()) + " != 0");
  return all;
}

std::string textWhere(const std::string &condition, const std::string &text) {
  return condition.empty() ? text : "(" + condition + " ? " + text + " : 0)";
}

ExprPtr pointerTest(Reader &reader, const clang::Expr *expr) {
  if (!isInvariant(expr, reader.effects))
    return reader.failType(expr, expr->getType());
  const std::string text = "(" + spelled(reader, expr) + (expr->getType()->isPointerType() ? " != 0)" : ")");
  auto [it, inserted] = reader.paramByKey.try_emplace(text, reader.draft.params.size());
  if (inserted)
    reader.draft.params.push_back(
        {reader.names.take(spelled(reader, expr)), ScalarType::I32, textWhere(whereAssumed(reader, expr), text)});
  return makeExpr(ScalarType::I32, ScalarRef{reader.draft.params[it->second].name}, reader.range(expr));
}

void guardLeftOut(Reader &reader, const std::vector<LeftOut> &leftOut) {
  for (const LeftOut &arm : leftOut) {
    const std::string text = spelled(reader, arm.condition);
    std::string under;
    for (const auto &[condition, holds] : arm.under) {
      reader.paramExprs.push_back({condition, under});
      under += (under.empty() ? "" : " && ") + std::string(holds ? "(" : "!(") + spelled(reader, condition) + ")";
    }
    reader.paramExprs.push_back({arm.condition, under});
    const std::string taken = (arm.isTrue ? "(" : "!(") + text + ")";
    const std::string asked = under.empty() ? "!" + taken : "!(" + under + " && " + taken + ")";
    if (llvm::any_of(reader.draft.params, [&](const Param &param) { return param.text == asked; }))
      continue;
    const std::string name = reader.names.take("other_arm");
    reader.draft.params.push_back({name, ScalarType::I32, asked});
    const clang::FunctionDecl *callee = arm.call ? arm.call->getDirectCallee() : nullptr;
    const std::string called = callee     ? callee->getNameAsString() + " is called"
                               : arm.call ? quoted(reader.ast, arm.call->getCallee()) + " is called"
                                          : "the steps exchange no pointers";
    require(reader, Poly::symbol(name) - Poly(1),
            "'" + text + "' " + (arm.isTrue ? "holds" : "does not hold") + ", so that " + called,
            arm.call ? reader.range(arm.call) : reader.range(arm.condition));
  }
}

void guardAsked(Reader &reader, const std::vector<const clang::Expr *> &conditions) {
  for (const clang::Expr *condition : conditions) {
    const std::string text = spelled(reader, condition),
                      asked = textWhere(whereDivided(reader, condition), "(" + text + ")");
    if (llvm::any_of(reader.draft.params, [&](const Param &param) { return param.text == asked; }))
      continue;
    reader.paramExprs.push_back({condition, ""});
    const std::string name = reader.names.take("asked");
    reader.draft.params.push_back({name, ScalarType::I32, asked});
    require(reader, Poly::symbol(name) - Poly(1), "'" + text + "' does not hold", reader.range(condition));
  }
}

} // namespace kasane
