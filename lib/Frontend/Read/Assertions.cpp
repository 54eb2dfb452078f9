// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Assertions.h"

#include "Ast/Unwrap.h"
#include "Read/Choices.h"

namespace kasane {
namespace {

// A call that doesn't return, or a block that ends with one.
bool ends(const clang::Stmt *arm) {
  if (const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm))
    return !block->body_empty() && ends(block->body_back());
  const auto *expr = llvm::dyn_cast_or_null<clang::Expr>(arm);
  const auto *call = expr ? llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts()) : nullptr;
  const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
  return callee && callee->isNoReturn();
}

std::optional<Assertion> inExpression(const clang::Expr *expr) {
  expr = expr->IgnoreParens();
  if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid)
    return inExpression(cast->getSubExpr());
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr))
    return group->getSubStmt()->size() == 1 ? assertionIn(group->getSubStmt()->body_front()) : std::nullopt;
  if (const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(expr); comma && comma->isCommaOp())
    return isInvariant(comma->getLHS(), Effects{}) ? inExpression(comma->getRHS())
                                                   : std::nullopt; // the library's sizeof
  const auto *choice = llvm::dyn_cast<clang::ConditionalOperator>(expr);
  return choice && ends(choice->getFalseExpr()) ? std::optional(Assertion{choice->getCond(), true}) : std::nullopt;
}

bool comparesIn(Reader &reader, const clang::BinaryOperator *op, clang::BinaryOperatorKind kind, SourceRange range) {
  if (!op->getLHS()->getType()->isIntegerType() || !op->getRHS()->getType()->isIntegerType())
    return false;
  const std::optional<Poly> left = affineOf(reader, op->getLHS()),
                            right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  if (!right)
    return false;
  const std::string reason = quoted(reader.ast, op) + (kind == op->getOpcode() ? " does not hold" : " holds") +
                             " in some cell, where the program would end";
  const auto isAtLeast = [&](const Poly &one, const Poly &other, int64_t by) {
    return askNotNegative(reader, one - other - Poly(by), reason, range);
  };
  if (op->getLHS()->getType()->isUnsignedIntegerType() && (!isAtLeast(*left, 0, 0) || !isAtLeast(*right, 0, 0)))
    return false;
  switch (kind) {
  case clang::BO_GE:
    return isAtLeast(*left, *right, 0);
  case clang::BO_GT:
    return isAtLeast(*left, *right, 1);
  case clang::BO_LE:
    return isAtLeast(*right, *left, 0);
  case clang::BO_LT:
    return isAtLeast(*right, *left, 1);
  case clang::BO_EQ:
    return isAtLeast(*left, *right, 0) && isAtLeast(*right, *left, 0);
  default:
    return false;
  }
}

} // namespace

std::optional<Assertion> assertionIn(const clang::Stmt *stmt) {
  stmt = unwrap(stmt);
  if (const auto *expr = llvm::dyn_cast<clang::Expr>(stmt))
    return inExpression(expr);
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  if (!branch || branch->getInit() || branch->hasVarStorage())
    return std::nullopt;
  if (ends(branch->getThen()) && isNothing(branch->getElse()))
    return Assertion{branch->getCond(), false};
  return isNothing(branch->getThen()) && ends(branch->getElse()) ? std::optional(Assertion{branch->getCond(), true})
                                                                 : std::nullopt;
}

bool isAsserted(Reader &reader, const Assertion &assertion, SourceRange range) {
  const clang::Expr *condition = assertion.condition->IgnoreParenImpCasts();
  if (const std::optional<llvm::APSInt> value = condition->getIntegerConstantExpr(reader.ast))
    return (*value != 0) == assertion.holds;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition))
    return unary->getOpcode() == clang::UO_LNot && isAsserted(reader, {unary->getSubExpr(), !assertion.holds}, range);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  if (op && op->getOpcode() == (assertion.holds ? clang::BO_LAnd : clang::BO_LOr))
    return isAsserted(reader, {op->getLHS(), assertion.holds}, range) &&
           isAsserted(reader, {op->getRHS(), assertion.holds}, range);
  return op && op->isComparisonOp() &&
         comparesIn(reader, op,
                    assertion.holds ? op->getOpcode() : clang::BinaryOperator::negateComparisonOp(op->getOpcode()),
                    range);
}

} // namespace kasane
