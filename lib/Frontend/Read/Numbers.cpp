// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Numbers.h"

#include "Read/ConstantElements.h"

namespace kasane {
namespace {

// Of two numbers, such as the counters of loops that are written out.
std::optional<Poly> folded(clang::BinaryOperatorKind op, int64_t left, int64_t right) {
  switch (op) {
  case clang::BO_Add:
    return Poly(left) + Poly(right);
  case clang::BO_Sub:
    return Poly(left) - Poly(right);
  case clang::BO_Mul:
    return Poly(left) * Poly(right);
  case clang::BO_Div:
    return right > 0 || right < -1 ? std::optional<Poly>(left / right) : std::nullopt;
  case clang::BO_Rem:
    return right > 0 || right < -1 ? std::optional<Poly>(left % right) : std::nullopt;
  case clang::BO_And:
    return Poly(left & right);
  case clang::BO_Xor:
    return Poly(left ^ right);
  case clang::BO_Shr:
    return left >= 0 && right >= 0 && right < 32 ? std::optional<Poly>(left >> right) : std::nullopt;
  case clang::BO_LAnd:
    return Poly(left != 0 && right != 0);
  case clang::BO_LOr:
    return Poly(left != 0 || right != 0);
  case clang::BO_EQ:
    return Poly(left == right);
  case clang::BO_NE:
    return Poly(left != right);
  case clang::BO_LT:
    return Poly(left < right);
  case clang::BO_LE:
    return Poly(left <= right);
  case clang::BO_GT:
    return Poly(left > right);
  case clang::BO_GE:
    return Poly(left >= right);
  default:
    return std::nullopt;
  }
}

bool asksForTruth(const clang::BinaryOperator *op) { return op->isComparisonOp() || op->isLogicalOp(); }

// May C compare another number than the one that the expression seems to be? Unsigned ones are none below zero.
bool mayWrap(const Reader &reader, const clang::Expr *expr) {
  return holds(expr, [&](const clang::Stmt *part) {
    const auto *value = llvm::dyn_cast<clang::Expr>(part);
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    const bool isNumber = var && reader.ast.getTypeSize(var->getType()) >= 32;
    return value && value->getType()->isIntegralOrEnumerationType() && !value->getIntegerConstantExpr(reader.ast) &&
           (value->getType()->isUnsignedIntegerType() || (var && !isNumber));
  });
}

} // namespace

std::optional<int64_t> knownNumber(Reader &reader, const clang::Expr *operand) {
  const clang::Expr *bare = operand->IgnoreParenImpCasts();
  const clang::VarDecl *var = variableOf(bare);
  auto it = var ? reader.step.integers.find(var) : reader.step.integers.end();
  if (it != reader.step.integers.end())
    return it->second.constant();
  if (var)
    if (const std::optional<int64_t> number = constantNumber(reader, var))
      return number;
  if (std::optional<llvm::APSInt> value = bare->getIntegerConstantExpr(reader.ast)) {
    noteFolded(reader, bare);
    return value->getExtValue();
  }
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(bare)) {
    const bool asks = unary->getOpcode() == clang::UO_LNot && !mayWrap(reader, unary->getSubExpr());
    const std::optional<int64_t> number = asks ? knownNumber(reader, unary->getSubExpr()) : std::nullopt;
    return number ? std::optional<int64_t>(*number == 0) : std::nullopt;
  }
  const auto *inner = llvm::dyn_cast<clang::BinaryOperator>(bare);
  std::optional<Poly> value = inner ? numberOf(reader, inner) : std::nullopt;
  return value ? value->constant() : std::nullopt;
}

std::optional<Poly> numberOf(Reader &reader, const clang::BinaryOperator *op) {
  if (asksForTruth(op) && mayWrap(reader, op))
    return std::nullopt;
  std::optional<int64_t> left = knownNumber(reader, op->getLHS()),
                         right = left ? knownNumber(reader, op->getRHS()) : std::nullopt;
  return right ? folded(op->getOpcode(), *left, *right) : std::nullopt;
}

std::optional<bool> knownLogical(Reader &reader, const clang::BinaryOperator *op) {
  const bool decides = op->getOpcode() == clang::BO_LOr;
  for (const clang::Expr *operand : {op->getLHS(), op->getRHS()}) {
    const std::optional<int64_t> number = mayWrap(reader, operand) ? std::nullopt : knownNumber(reader, operand);
    if (!number)
      return std::nullopt;
    if ((*number != 0) == decides)
      return decides;
  }
  return !decides;
}

const clang::Expr *knownArm(Reader &reader, const clang::ConditionalOperator *select) {
  const auto *asked = llvm::dyn_cast<clang::BinaryOperator>(select->getCond()->IgnoreParenImpCasts());
  const std::optional<Poly> truth = asked && asksForTruth(asked) ? numberOf(reader, asked) : std::nullopt;
  if (!truth)
    return nullptr;
  return truth->isZero() ? select->getFalseExpr() : select->getTrueExpr();
}

} // namespace kasane
