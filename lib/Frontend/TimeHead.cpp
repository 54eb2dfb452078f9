// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TimeHead.h"

#include "Advances.h"

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
  std::vector<const clang::Stmt *> parts;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
    parts.assign(block->body_begin(), block->body_end());
  else
    splitCommas(stmt, parts);
  for (const clang::Stmt *part : parts)
    out.push_back(const_cast<clang::Stmt *>(part));
}

// `behind` at the end of the loop's body.
clang::CompoundStmt *bodyWith(const clang::ASTContext &ast, const clang::ForStmt *loop, const std::vector<clang::Stmt *> &behind, Expansion &expansion) {
  std::vector<clang::Stmt *> parts;
  appendParts(loop->getBody(), parts);
  parts.insert(parts.end(), behind.begin(), behind.end());
  auto *body = clang::CompoundStmt::Create(ast, parts, {}, loop->getBody()->getBeginLoc(), loop->getBody()->getEndLoc());
  expansion.made.insert(body);
  return body;
}

FirstValues asWhile(clang::ASTContext &ast, const clang::ForStmt *loop, const std::vector<clang::Stmt *> &steps, Expansion &expansion) {
  FirstValues first;
  if (const clang::Stmt *init = loop->getInit()) {
    llvm::raw_string_ostream text(first.text);
    init->printPretty(text, nullptr, ast.getPrintingPolicy());
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(init))
      for (const clang::Decl *decl : decls->decls())
        first.declared.push_back(llvm::cast<clang::VarDecl>(decl)->getNameAsString());
    else
      first.text += ";";
  }
  auto *condition = const_cast<clang::Expr *>(loop->getCond());
  if (!condition)
    expansion.made.insert(condition = clang::IntegerLiteral::Create(ast, llvm::APInt(32, 1), ast.IntTy, loop->getForLoc()));
  auto *made = clang::WhileStmt::Create(ast, nullptr, condition, bodyWith(ast, loop, steps, expansion), loop->getForLoc(),
                                        loop->getLParenLoc(), loop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
  return first;
}

// Those that the counter has no part in go to the body's end.
void moveFromHead(clang::ASTContext &ast, const clang::ForStmt *loop, const std::vector<clang::Stmt *> &steps, Expansion &expansion) {
  clang::Expr *counts = nullptr;
  std::vector<clang::Stmt *> others;
  const clang::VarDecl *counter = nullptr;
  for (clang::Stmt *step : steps) {
    const std::set<const clang::VarDecl *> assigned = effectsOf(step).assigned;
    const bool isCount = !counts && assigned.size() == 1 && mentions(loop->getCond(), *assigned.begin());
    if (isCount) {
      counts = llvm::cast<clang::Expr>(step);
      counter = *assigned.begin();
    } else {
      others.push_back(step);
    }
  }
  if (!counts || others.empty() || llvm::any_of(others, [&](const clang::Stmt *step) { return mentions(step, counter); }))
    return;
  auto *made = new (ast) clang::ForStmt(ast, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()), nullptr, counts,
                                        bodyWith(ast, loop, others, expansion), loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
}

} // namespace

FirstValues simplifyHead(const clang::ASTContext &constant, Expansion &expansion) {
  auto &ast = const_cast<clang::ASTContext &>(constant);
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(expansion.stmt);
  if (!loop)
    return {};
  const bool repeats = !loop->getInit() || mayRepeat(ast, loop->getInit());
  if (!loop->getInc() && loop->getCond() && loop->getCond()->HasSideEffects(ast) && repeats)
    return asWhile(ast, loop, {}, expansion);
  if (!loop->getInc() || holdsContinue(loop->getBody()))
    return {};
  const std::set<const clang::VarDecl *> stepped = effectsOf(loop->getInc()).assigned;
  std::vector<clang::Stmt *> steps;
  appendParts(loop->getInc(), steps);
  const bool isUncounted = !loop->getCond() || llvm::any_of(stepped, [&](const clang::VarDecl *var) { return isFloating(var) && mentions(loop->getCond(), var); });
  if (isUncounted && repeats)
    return asWhile(ast, loop, steps, expansion);
  if (!isUncounted && steps.size() > 1)
    moveFromHead(ast, loop, steps, expansion);
  return {};
}

} // namespace kasane
