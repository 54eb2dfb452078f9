// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/StepParts.h"

#include "Ast/Advances.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"

namespace kasane {

const clang::VarDecl *counterOf(const clang::ForStmt *loop) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  return loop->getInit() && readInit(loop->getInit(), shape) ? shape.var : countedBy(loop);
}

bool storesElement(const clang::Stmt *stmt) {
  const clang::Expr *target = assignedIn(stmt);
  return target && isElement(target);
}

static bool movesPointer(const clang::Stmt *stmt) {
  const clang::Expr *target = assignedIn(stmt);
  return target && target->getType()->isPointerType();
}

bool isTest(const clang::Stmt *stmt) {
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
  const bool isMeant = branch && (hasLoop(branch) || holds(branch, storesElement) || holds(branch, movesPointer));
  return isMeant && !branch->getInit() && !branch->hasVarStorage();
}

StepParts partsOf(const clang::Stmt *arm) {
  arm = arm ? unwrap(arm) : nullptr;
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm);
  StepParts parts;
  if (!block && arm)
    splitCommas(arm, parts);
  if (!block)
    return parts;
  for (const clang::Stmt *child : block->body())
    for (const clang::Stmt *part : partsOf(child))
      parts.push_back(part);
  return parts;
}

const clang::StmtExpr *nestsOfValue(const clang::Expr *value) {
  const auto *group = llvm::dyn_cast<clang::StmtExpr>(value->IgnoreParenImpCasts());
  return group && hasLoop(group) ? group : nullptr;
}

bool isHarmless(const clang::Expr *value) {
  return !holds(value, [](const clang::Stmt *part) {
    const auto *expr = llvm::dyn_cast<clang::Expr>(part);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    const auto *member = llvm::dyn_cast<clang::MemberExpr>(part);
    const bool divides = op && op->getType()->isIntegerType() &&
                         (op->isMultiplicativeOp() && op->getOpcode() != clang::BO_Mul) &&
                         !llvm::isa<clang::IntegerLiteral>(op->getRHS()->IgnoreParenImpCasts());
    return divides || llvm::isa<clang::StmtExpr>(part) || (member && member->isArrow()) || (expr && isElement(expr));
  });
}

bool storesOnly(const StepParts &parts) { return parts.size() > 1 && llvm::all_of(parts, storesElement); }

} // namespace kasane
