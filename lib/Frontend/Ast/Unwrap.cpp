// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Unwrap.h"

#include "Ast/Effects.h"

#include "clang/AST/StmtOpenMP.h"

namespace kasane {

namespace {

// The body of do { .. } while (0), as macros have it; else null.
const clang::Stmt *onceDone(const clang::Stmt *stmt) {
  const auto *loop = llvm::dyn_cast<clang::DoStmt>(stmt);
  const auto *never = loop ? llvm::dyn_cast<clang::IntegerLiteral>(loop->getCond()->IgnoreParenImpCasts()) : nullptr;
  const bool isOnce = never && never->getValue().isZero() && !holds(loop->getBody(), [](const clang::Stmt *part) {
                        return llvm::isa<clang::BreakStmt, clang::ContinueStmt>(part);
                      });
  return isOnce ? loop->getBody() : nullptr;
}

} // namespace

const clang::Stmt *unwrap(const clang::Stmt *stmt) {
  for (;;) {
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(stmt))
      stmt = attributed->getSubStmt();
    else if (const auto *directive = llvm::dyn_cast<clang::OMPLoopDirective>(stmt))
      stmt = directive->getRawStmt();
    else if (const clang::Stmt *body = onceDone(stmt))
      stmt = body;
    else
      return stmt;
  }
}

const clang::StmtExpr *asGroup(const clang::Stmt *stmt) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  expr = expr ? expr->IgnoreParens() : nullptr;
  if (const auto *cast = llvm::dyn_cast_or_null<clang::CastExpr>(expr); cast && cast->getCastKind() == clang::CK_ToVoid)
    expr = cast->getSubExpr()->IgnoreParens();
  return llvm::dyn_cast_or_null<clang::StmtExpr>(expr);
}

bool isNothing(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
  return !stmt || llvm::isa<clang::NullStmt>(stmt) || (block && llvm::all_of(block->body(), isNothing));
}

const clang::Stmt *bodyOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return counted->getBody();
  if (const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop))
    return tested->getBody();
  const auto *once = llvm::dyn_cast<clang::DoStmt>(loop);
  return once ? once->getBody() : nullptr;
}

const clang::Expr *testOf(const clang::Stmt *loop) {
  if (const auto *counted = llvm::dyn_cast<clang::ForStmt>(loop))
    return counted->getCond();
  if (const auto *tested = llvm::dyn_cast<clang::WhileStmt>(loop))
    return tested->getCond();
  const auto *once = llvm::dyn_cast<clang::DoStmt>(loop);
  return once ? once->getCond() : nullptr;
}

} // namespace kasane
