// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/FilledIn.h"

namespace kasane {

const clang::Stmt *FilledIn::of(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::Expr>(stmt))
    return stmt;
  if (const auto code = hostAt_.find(stmt); code != hostAt_.end())
    return code->second;
  const bool changes = copies_.try_emplace(stmt, stmt).second &&
                       llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return of(child) != child; });
  return changes ? copies_[stmt] = copyOf(stmt) : copies_[stmt];
}

const clang::Stmt *FilledIn::copyOf(const clang::Stmt *original) {
  auto *stmt = const_cast<clang::Stmt *>(original);
  if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    std::vector<clang::Stmt *> stmts;
    for (const clang::Stmt *child : block->body())
      stmts.push_back(inner(child));
    return clang::CompoundStmt::Create(ast_, stmts, {}, block->getLBracLoc(), block->getRBracLoc());
  }
  if (auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt))
    return new (ast_)
        clang::ForStmt(ast_, loop->getInit(), loop->getCond(), loop->getConditionVariable(), loop->getInc(),
                       inner(loop->getBody()), loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  if (auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return clang::IfStmt::Create(ast_, branch->getIfLoc(), branch->getStatementKind(), branch->getInit(),
                                 branch->getConditionVariable(), branch->getCond(), branch->getLParenLoc(),
                                 branch->getRParenLoc(), inner(branch->getThen()), branch->getElseLoc(),
                                 inner(branch->getElse()));
  if (auto *loop = llvm::dyn_cast<clang::WhileStmt>(stmt))
    return clang::WhileStmt::Create(ast_, loop->getConditionVariable(), loop->getCond(), inner(loop->getBody()),
                                    loop->getWhileLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  if (auto *loop = llvm::dyn_cast<clang::DoStmt>(stmt))
    return new (ast_) clang::DoStmt(inner(loop->getBody()), loop->getCond(), loop->getDoLoc(), loop->getWhileLoc(),
                                    loop->getRParenLoc());
  return stmt;
}

} // namespace kasane
