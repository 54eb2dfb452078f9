// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Jumps.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

using List = std::vector<clang::Stmt *>;

constexpr size_t kMaxParts = 1024; // statements, with those that are written again

bool isJump(const clang::Stmt *stmt, Jump jump) {
  return jump == Jump::Break ? llvm::isa<clang::BreakStmt>(stmt) : llvm::isa<clang::ContinueStmt>(stmt);
}

struct Remover {
  Cloner &cloner;
  clang::ASTContext &ast;
  Jump jump;
  size_t parts = 0;
  bool failed = false;

  List without(List list) {
    List out;
    while (!list.empty() && !failed) {
      clang::Stmt *first = list.front();
      list.erase(list.begin());
      failed = ++parts > kMaxParts;
      if (isJump(first, jump))
        return out;
      const auto *block = llvm::dyn_cast<clang::CompoundStmt>(first);
      const auto *branch = llvm::dyn_cast<clang::IfStmt>(first);
      if (!holdsJump(first, jump)) {
        out.push_back(first);
        if (leaves(first))
          return out;
      } else if (block) {
        list.insert(list.begin(), block->body_begin(), block->body_end());
      } else if (branch && !branch->getInit() && !branch->hasVarStorage()) {
        if (clang::Stmt *made = split(branch, list))
          out.push_back(made);
        return out;
      } else {
        failed = true;
      }
    }
    return out;
  }

  // The `if` with all that follows in its arms; null: nothing is left of it.
  clang::Stmt *split(const clang::IfStmt *branch, const List &rest) {
    auto arm = [&](const clang::Stmt *stmt) {
      List all = rest;
      if (stmt)
        all.insert(all.begin(), const_cast<clang::Stmt *>(stmt));
      return without(all);
    };
    const List yes = arm(branch->getThen()), no = arm(branch->getElse());
    auto *condition = const_cast<clang::Expr *>(branch->getCond());
    const clang::SourceLocation at = branch->getIfLoc(), end = condition->getEndLoc();
    const bool isTurned = yes.empty();
    if (isTurned && no.empty() && !condition->HasSideEffects(ast))
      return nullptr;
    if (isTurned) {
      auto *inner = cloner.noted(new (ast) clang::ParenExpr(condition->getBeginLoc(), end, condition));
      condition = cloner.noted(clang::UnaryOperator::Create(ast, inner, clang::UO_LNot, ast.IntTy, clang::VK_PRValue,
                                                            clang::OK_Ordinary, condition->getBeginLoc(), false, {}));
    }
    clang::Stmt *then = cloner.block(isTurned ? no : yes, branch->getSourceRange());
    clang::Stmt *other = isTurned || no.empty() ? nullptr : cloner.block(no, branch->getSourceRange());
    return cloner.noted(clang::IfStmt::Create(ast, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, condition,
                                              at, end, then, at, other));
  }
};

} // namespace

bool holdsJump(const clang::Stmt *stmt, Jump jump) {
  if (isJump(stmt, jump))
    return true;
  return !bodyOf(stmt) && (jump == Jump::Continue || !llvm::isa<clang::SwitchStmt>(stmt)) &&
         llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && holdsJump(child, jump); });
}

bool leaves(const clang::Stmt *stmt) {
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    return llvm::any_of(block->body(), leaves);
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
    return branch->getElse() && leaves(branch->getThen()) && leaves(branch->getElse());
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::ContinueStmt, clang::GotoStmt>(stmt);
}

std::optional<std::vector<clang::Stmt *>> withoutJumps(Cloner &cloner, clang::ASTContext &ast,
                                                       const std::vector<clang::Stmt *> &list, Jump jump) {
  Remover remover{cloner, ast, jump};
  List out = remover.without(list);
  return remover.failed ? std::nullopt : std::optional(std::move(out));
}

namespace {

// Loops without `continue`: what it skips stands in the other arm of the `if` before it.
class Continuer : public Cloner {
public:
  Continuer(const clang::ASTContext &ast, const clang::FunctionDecl *function, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }
  clang::Stmt *region(const clang::Stmt *stmt) { return part(stmt); }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const clang::Stmt *body = bodyOf(original);
    if (!body || !holdsJump(body, Jump::Continue))
      return nullptr;
    const std::optional<List> all = withoutJumps(*this, ast_, {const_cast<clang::Stmt *>(body)}, Jump::Continue);
    if (!all)
      return nullptr;
    clang::Stmt *copy = stmt(block(*all, body->getSourceRange()));
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(original))
      return noted(new (ast_)
                       clang::ForStmt(ast_, part(loop->getInit()), expr(loop->getCond()), nullptr, expr(loop->getInc()),
                                      copy, loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
    if (const auto *loop = llvm::dyn_cast<clang::WhileStmt>(original))
      return noted(clang::WhileStmt::Create(ast_, nullptr, expr(loop->getCond()), copy, loop->getWhileLoc(),
                                            loop->getLParenLoc(), loop->getRParenLoc()));
    const auto *loop = llvm::cast<clang::DoStmt>(original);
    return noted(new (ast_) clang::DoStmt(copy, expr(loop->getCond()), loop->getDoLoc(), loop->getWhileLoc(),
                                          loop->getRParenLoc()));
  }
};

} // namespace

clang::Stmt *withoutContinues(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                              const clang::Stmt *region, std::set<const clang::Stmt *> &made) {
  return Continuer(ast, function, made).region(region);
}

} // namespace kasane
