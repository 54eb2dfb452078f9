// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/LoopForms.h"

#include "Ast/Effects.h"
#include "Ast/Unwrap.h"

namespace kasane {

// The parts of `a && b && c` in order.
void splitAnd(const clang::Expr *expr, std::vector<const clang::Expr *> &parts) {
  const clang::Expr *bare = expr->IgnoreParens();
  const auto *both = llvm::dyn_cast<clang::BinaryOperator>(bare);
  if (!both || both->getOpcode() != clang::BO_LAnd)
    return parts.push_back(bare);
  splitAnd(both->getLHS(), parts);
  splitAnd(both->getRHS(), parts);
}

const clang::VarDecl *countedBy(const clang::ForStmt *loop) {
  const auto *op = llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
  Effects increment = loop->getInc() ? effectsOf(loop->getInc()) : Effects{};
  for (const clang::Expr *side :
       op ? std::vector<const clang::Expr *>{op->getLHS(), op->getRHS()} : std::vector<const clang::Expr *>{})
    for (const clang::VarDecl *var : increment.assigned)
      if (mentions(side, var))
        return var;
  return nullptr;
}

bool readInit(const clang::Stmt *init, LoopShape &shape) {
  if (const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(init)) {
    shape.var = decls->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl()) : nullptr;
    shape.first = shape.var ? shape.var->getInit() : nullptr;
  } else if (const auto *op = llvm::dyn_cast_or_null<clang::BinaryOperator>(init);
             op && op->getOpcode() == clang::BO_Assign) {
    shape.var = variableOf(op->getLHS());
    shape.first = op->getRHS();
  }
  return shape.var && shape.first && shape.var->getType()->isIntegerType();
}

int64_t stepOf(const clang::Expr *expr, const clang::VarDecl *var, const clang::ASTContext &ast) {
  auto constant = [&](const clang::Expr *e) {
    std::optional<llvm::APSInt> value = e->getIntegerConstantExpr(ast);
    return value ? value->getExtValue() : 0;
  };
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->isIncrementDecrementOp()) {
    if (variableOf(unary->getSubExpr()) != var)
      return 0;
    return unary->isIncrementOp() ? 1 : -1;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!op || variableOf(op->getLHS()) != var)
    return 0;
  if (op->getOpcode() == clang::BO_AddAssign)
    return constant(op->getRHS());
  if (op->getOpcode() == clang::BO_SubAssign)
    return -constant(op->getRHS());
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
  if (op->getOpcode() != clang::BO_Assign || !sum || !sum->isAdditiveOp())
    return 0;
  if (variableOf(sum->getLHS()) == var)
    return sum->getOpcode() == clang::BO_Add ? constant(sum->getRHS()) : -constant(sum->getRHS());
  return variableOf(sum->getRHS()) == var && sum->getOpcode() == clang::BO_Add ? constant(sum->getLHS()) : 0;
}

bool changesLimit(const clang::ForStmt *loop, const LoopShape &shape) {
  for (const clang::VarDecl *var : shape.limit ? variablesIn(shape.limit) : Variables()) {
    std::vector<const clang::Expr *> writes;
    collectWrites(loop->getBody(), var, writes);
    if (loop->getInc())
      collectWrites(loop->getInc(), var, writes);
    if (!writes.empty())
      return true;
  }
  return false;
}

bool hasLoop(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::ForStmt>(part); });
}

int loopsIn(const clang::Stmt *stmt) {
  int most = 0;
  for (const clang::Stmt *child : stmt->children())
    if (child)
      most = std::max(most, loopsIn(child));
  return most + (llvm::isa<clang::ForStmt>(stmt) ? 1 : 0);
}

int nestsIn(const clang::Stmt *stmt) {
  if (llvm::isa<clang::ForStmt>(stmt))
    return 1;
  int nests = 0;
  for (const clang::Stmt *child : stmt->children())
    nests += child ? nestsIn(child) : 0;
  return nests;
}

bool holdsContinue(const clang::Stmt *body) {
  return llvm::isa<clang::ContinueStmt>(body) ||
         (!bodyOf(body) &&
          llvm::any_of(body->children(), [](const clang::Stmt *child) { return child && holdsContinue(child); }));
}

void collectWrites(const clang::Stmt *stmt, const clang::VarDecl *var, std::vector<const clang::Expr *> &writes) {
  if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      op && op->isAssignmentOp() && variableOf(op->getLHS()) == var)
    writes.push_back(op);
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(stmt);
      op && (op->isIncrementDecrementOp() || op->getOpcode() == clang::UO_AddrOf) &&
      variableOf(op->getSubExpr()) == var)
    writes.push_back(op);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectWrites(child, var, writes);
}

} // namespace kasane
