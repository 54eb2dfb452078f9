// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Assumed.h"

namespace kasane {
namespace {

// Does it look at what a pointer leads to?
bool looksThrough(const clang::Expr *expr) {
  return holds(expr, [](const clang::Stmt *part) {
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    return (member && member->isArrow()) || (unary && unary->getOpcode() == clang::UO_Deref) ||
           (element && !element->getBase()->IgnoreParenImpCasts()->getType()->isArrayType());
  });
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
}

std::string textWhereAssumed(const Reader &reader, const clang::Expr *expr, const std::string &text) {
  if (reader.step.assumed.empty() || !looksThrough(expr))
    return text;
  std::string all;
  for (const std::string &condition : reader.step.assumed)
    all += (all.empty() ? "" : " && ") + condition;
  return "(" + all + " ? " + text + " : 0)";
}

ExprPtr pointerTest(Reader &reader, const clang::Expr *expr) {
  if (!isInvariant(expr, reader.effects))
    return reader.fail(DiagId::unsupported_type, expr, {expr->getType().getAsString()});
  const std::string text = "(" + spelled(reader, expr) + (expr->getType()->isPointerType() ? " != 0)" : ")");
  auto [it, inserted] = reader.paramByKey.try_emplace(text, reader.draft.params.size());
  if (inserted)
    reader.draft.params.push_back(
        {reader.names.take(spelled(reader, expr)), ScalarType::I32, textWhereAssumed(reader, expr, text)});
  return makeExpr(ScalarType::I32, ScalarRef{reader.draft.params[it->second].name}, reader.range(expr));
}

} // namespace kasane
