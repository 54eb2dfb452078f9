// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/AtCall.h"

#include "Ast/Unwrap.h"
#include "Read/Integers.h"

namespace kasane {
namespace {

bool isSignedInteger(const clang::Expr *expr) { return expr->getType()->isSignedIntegerOrEnumerationType(); }

// In 64 bits, so that no sum overflows that the program doesn't make. nullopt: it is no value of parameters alone.
std::optional<std::string> textOf(const Reader &reader, const Poly &value) {
  bool isKnown = true;
  const Poly spelled = value.substitute([&](const std::string &name) -> std::optional<Poly> {
    const auto param =
        llvm::find_if(reader.draft.params, [&](const Param &p) { return p.name == name && !isFloat(p.type); });
    isKnown &= param != reader.draft.params.end() && !param->text.empty();
    return isKnown ? std::optional(Poly::symbol("(long long)" + param->text)) : std::nullopt;
  });
  return isKnown ? std::optional("(" + spelled.str() + ")") : std::nullopt;
}

// The operands' texts; nullopt: one isn't known at the call, or wraps around as unsigned numbers do.
std::optional<std::pair<std::string, std::string>> operandsOf(Reader &reader, const clang::BinaryOperator *op) {
  if (!isSignedInteger(op->getLHS()) || !isSignedInteger(op->getRHS()))
    return std::nullopt;
  const std::optional<Poly> left = affineOf(reader, op->getLHS());
  const std::optional<Poly> right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  const std::optional<std::string> first = right ? textOf(reader, *left) : std::nullopt;
  const std::optional<std::string> second = first ? textOf(reader, *right) : std::nullopt;
  return second ? std::optional(std::pair(*first, *second)) : std::nullopt;
}

Poly parameter(Reader &reader, const std::string &wish, const std::string &text) {
  auto [it, inserted] = reader.paramByKey.try_emplace(text, reader.draft.params.size());
  if (inserted)
    reader.draft.params.push_back({reader.names.take(wish), ScalarType::I64, text});
  return Poly::symbol(reader.draft.params[it->second].name);
}

} // namespace

std::optional<Poly> quotientAtCall(Reader &reader, const clang::BinaryOperator *op) {
  if (!isSignedInteger(op->getLHS()) || !isSignedInteger(op->getRHS()))
    return std::nullopt;
  const std::optional<Poly> divisor = affineOf(reader, op->getRHS());
  if (divisor == Poly(1))
    return affineOf(reader, op->getLHS());
  const auto operands = divisor && divisor != Poly(0) ? operandsOf(reader, op) : std::nullopt;
  if (!operands)
    return std::nullopt;
  const auto &[left, right] = *operands;
  return parameter(reader, "quotient",
                   divisor->constant() ? "(" + left + " / " + right + ")"
                                       : "(" + right + " == 0 ? 0 : " + left + " / " + right + ")");
}

std::optional<Poly> truthAtCall(Reader &reader, const clang::Expr *condition) {
  condition = condition->IgnoreParens();
  if (const auto *no = llvm::dyn_cast<clang::UnaryOperator>(condition); no && no->getOpcode() == clang::UO_LNot) {
    const std::optional<Poly> truth = truthAtCall(reader, no->getSubExpr()->IgnoreParenImpCasts());
    return truth ? std::optional(Poly(1) - *truth) : std::nullopt;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (op && op->isLogicalOp()) {
    const std::optional<Poly> left = truthAtCall(reader, op->getLHS()->IgnoreParenImpCasts());
    const std::optional<Poly> right = left ? truthAtCall(reader, op->getRHS()->IgnoreParenImpCasts()) : std::nullopt;
    if (!right)
      return std::nullopt;
    return op->getOpcode() == clang::BO_LAnd ? *left * *right : *left + *right - *left * *right;
  }
  if (!op || !op->isComparisonOp())
    return std::nullopt;
  if (isInvariant(op, reader.effects, /*withMath=*/true))
    return affineOf(reader, op);
  const auto operands = operandsOf(reader, op);
  if (!operands)
    return std::nullopt;
  return parameter(reader, "holds",
                   "(" + operands->first + " " + op->getOpcodeStr().str() + " " + operands->second + ")");
}

namespace {

// The expression that is all of an arm; null: there is more, or nothing.
const clang::Expr *onlyExpr(const clang::Stmt *arm) {
  arm = arm ? unwrap(arm) : nullptr;
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm))
    return block->size() == 1 ? onlyExpr(block->body_front()) : nullptr;
  const auto *expr = llvm::dyn_cast_or_null<clang::Expr>(arm);
  return expr ? expr->IgnoreParens() : nullptr;
}

const clang::VarDecl *setIn(const clang::Expr *expr) {
  const clang::Expr *assigned = expr ? assignedIn(expr) : nullptr;
  return assigned ? variableOf(assigned) : nullptr;
}

} // namespace

std::optional<SetAtCall> setAtCall(Reader &reader, const clang::IfStmt *branch) {
  const clang::Expr *yes = onlyExpr(branch->getThen()), *no = onlyExpr(branch->getElse());
  const clang::VarDecl *var = setIn(yes);
  if (!var || (branch->getElse() && setIn(no) != var) || branch->getInit() || branch->hasVarStorage() ||
      !var->getType()->isSignedIntegerType() || reader.ast.getIntWidth(var->getType()) < 32 ||
      !reader.effects.declared.count(var) || reader.host.variables.count(var))
    return std::nullopt;
  const auto before = reader.step.integers.find(var);
  if (!no && before == reader.step.integers.end())
    return std::nullopt;
  const std::optional<Poly> truth = truthAtCall(reader, branch->getCond());
  const std::optional<Poly> taken = truth ? integerFrom(reader, yes) : std::nullopt;
  const std::optional<Poly> other = !taken ? std::nullopt : no ? integerFrom(reader, no) : before->second;
  if (!other || !textOf(reader, *taken) || !textOf(reader, *other))
    return std::nullopt;
  return SetAtCall{var, *other + *truth * (*taken - *other)};
}

} // namespace kasane
