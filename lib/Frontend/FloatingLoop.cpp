// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FloatingLoop.h"

#include "Reader.h"

namespace kasane {
namespace {

// Sets variables by what doesn't change when it is done twice.
bool mayRepeat(const clang::ASTContext &ast, const clang::Stmt *init) {
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(init))
    return llvm::all_of(decls->decls(), [&](const clang::Decl *decl) {
      const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
      return var && var->getInit() && !var->getInit()->HasSideEffects(ast);
    });
  const auto *expr = llvm::dyn_cast<clang::Expr>(init);
  const auto *op = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  if (op && op->getOpcode() == clang::BO_Comma)
    return mayRepeat(ast, op->getLHS()) && mayRepeat(ast, op->getRHS());
  const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr;
  return var && !op->getRHS()->HasSideEffects(ast) && effectsOf(op->getRHS()).assigned.empty() && !mentions(op->getRHS(), var);
}

bool isFloating(const clang::VarDecl *var) { return var->getType()->isRealFloatingType(); }

bool holdsContinue(const clang::Stmt *stmt) {
  return llvm::isa<clang::ContinueStmt>(stmt) ||
         (!bodyOf(stmt) && llvm::any_of(stmt->children(), [](const clang::Stmt *child) { return child && holdsContinue(child); }));
}

void appendParts(const clang::Stmt *stmt, std::vector<clang::Stmt *> &out) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const auto *op = expr ? llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParens()) : nullptr;
  if (op && op->getOpcode() == clang::BO_Comma) {
    appendParts(op->getLHS(), out);
    appendParts(op->getRHS(), out);
  } else if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt)) {
    out.insert(out.end(), block->body_begin(), block->body_end());
  } else {
    out.push_back(const_cast<clang::Stmt *>(stmt));
  }
}

} // namespace

FirstValues asWhile(const clang::ASTContext &ast, Expansion &expansion) {
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(expansion.stmt);
  if (!loop || !loop->getInit() || !loop->getCond() || !loop->getInc() || holdsContinue(loop->getBody()) || !mayRepeat(ast, loop->getInit()))
    return {};
  const std::set<const clang::VarDecl *> stepped = effectsOf(loop->getInc()).assigned;
  if (std::none_of(stepped.begin(), stepped.end(), [&](const clang::VarDecl *var) { return isFloating(var) && mentions(loop->getCond(), var); }))
    return {};
  FirstValues first{textOf(ast, loop->getInit()->getSourceRange()), {}};
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(loop->getInit()))
    for (const clang::Decl *decl : decls->decls())
      first.declared.push_back(llvm::cast<clang::VarDecl>(decl)->getNameAsString());
  else
    first.text += ";";
  std::vector<clang::Stmt *> parts;
  appendParts(loop->getBody(), parts);
  appendParts(loop->getInc(), parts);
  auto &context = const_cast<clang::ASTContext &>(ast);
  auto *body = clang::CompoundStmt::Create(context, parts, {}, loop->getBody()->getBeginLoc(), loop->getBody()->getEndLoc());
  auto *made = clang::WhileStmt::Create(context, nullptr, const_cast<clang::Expr *>(loop->getCond()), body, loop->getForLoc(), loop->getLParenLoc(),
                                        loop->getRParenLoc());
  expansion.made.insert({body, made});
  expansion.stmt = made;
  return first;
}

} // namespace kasane
