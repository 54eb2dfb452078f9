// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Arithmetic.h"

namespace kasane {

std::optional<int64_t> computed(clang::BinaryOperatorKind kind, int64_t a, int64_t b) {
  const auto ua = static_cast<uint64_t>(a), ub = static_cast<uint64_t>(b);
  switch (kind) {
  case clang::BO_Add:
    return static_cast<int64_t>(ua + ub);
  case clang::BO_Sub:
    return static_cast<int64_t>(ua - ub);
  case clang::BO_Mul:
    return static_cast<int64_t>(ua * ub);
  case clang::BO_Div:
    return b != 0 && b != -1 ? std::optional(a / b) : std::nullopt;
  case clang::BO_Rem:
    return b != 0 && b != -1 ? std::optional(a % b) : std::nullopt;
  case clang::BO_And:
    return a & b;
  case clang::BO_Or:
    return a | b;
  case clang::BO_Xor:
    return a ^ b;
  case clang::BO_Shl:
    return b >= 0 && b < 63 ? std::optional(static_cast<int64_t>(ua << ub)) : std::nullopt;
  case clang::BO_Shr:
    return b >= 0 && b < 63 ? std::optional(a >> b) : std::nullopt;
  case clang::BO_LT:
    return a < b;
  case clang::BO_LE:
    return a <= b;
  case clang::BO_GT:
    return a > b;
  case clang::BO_GE:
    return a >= b;
  case clang::BO_EQ:
    return a == b;
  case clang::BO_NE:
    return a != b;
  case clang::BO_LAnd:
    return a && b;
  case clang::BO_LOr:
    return a || b;
  default:
    return std::nullopt;
  }
}

std::optional<int64_t> divisorOf(const clang::ASTContext &ast, const clang::Stmt *index, const Variables &counters) {
  std::optional<int64_t> found;
  holds(index, [&](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    const bool divides = op && (op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Shr);
    const std::optional<llvm::APSInt> by = divides ? op->getRHS()->getIntegerConstantExpr(ast) : std::nullopt;
    const bool isOfCell = by && llvm::any_of(variablesIn(op->getLHS()),
                                             [&](const clang::VarDecl *var) { return counters.count(var) > 0; });
    constexpr int64_t kMostShift = 31;
    if (isOfCell && *by > 0 && *by < kMostShift)
      found = op->getOpcode() == clang::BO_Div ? by->getExtValue() : int64_t(1) << by->getExtValue();
    return found.has_value();
  });
  return found;
}

static void addTo(LinearSum &sum, const LinearSum &other, int64_t times) {
  sum.number += times * other.number;
  for (const auto &[var, count] : other.times)
    if ((sum.times[var] += times * count) == 0)
      sum.times.erase(var);
}

std::optional<LinearSum> linearSum(const clang::ASTContext &ast, const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (!expr->getType()->isSignedIntegerType() || expr->HasSideEffects(ast))
    return std::nullopt;
  if (const std::optional<llvm::APSInt> number = expr->getIntegerConstantExpr(ast))
    return LinearSum{{}, number->getExtValue()};
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr)) {
    const clang::Expr *inner = cast->getSubExpr();
    const clang::VarDecl *var = cast->getCastKind() == clang::CK_LValueToRValue ? variableOf(inner) : nullptr;
    if (var)
      return LinearSum{{{var, 1}}, 0};
    const bool isWide = cast->getCastKind() == clang::CK_IntegralCast && inner->getType()->isSignedIntegerType() &&
                        ast.getTypeSize(expr->getType()) >= ast.getTypeSize(inner->getType());
    return isWide ? linearSum(ast, inner) : std::nullopt;
  }
  if (const auto *minus = llvm::dyn_cast<clang::UnaryOperator>(expr); minus && minus->getOpcode() == clang::UO_Minus) {
    const std::optional<LinearSum> inner = linearSum(ast, minus->getSubExpr());
    LinearSum out;
    if (inner)
      addTo(out, *inner, -1);
    return inner ? std::optional(out) : std::nullopt;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!op || !(op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul))
    return std::nullopt;
  std::optional<LinearSum> left = linearSum(ast, op->getLHS()), right = linearSum(ast, op->getRHS());
  if (!left || !right)
    return std::nullopt;
  if (op->isAdditiveOp()) {
    addTo(*left, *right, op->getOpcode() == clang::BO_Add ? 1 : -1);
    return left;
  }
  if (left->times.empty())
    std::swap(left, right);
  LinearSum out;
  if (right->times.empty())
    addTo(out, *left, right->number);
  return right->times.empty() ? std::optional(out) : std::nullopt;
}

} // namespace kasane
