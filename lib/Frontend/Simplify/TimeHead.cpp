// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TimeHead.h"

#include "Ast/Advances.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"

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
  return var && !op->getRHS()->HasSideEffects(ast) && effectsOf(op->getRHS()).assigned.empty() &&
         !mentions(op->getRHS(), var);
}

bool isFloating(const clang::VarDecl *var) { return var->getType()->isRealFloatingType(); }

// count += by, of which no number is known.
bool isSteppedByValue(const clang::ASTContext &ast, llvm::ArrayRef<clang::Stmt *> steps, const clang::VarDecl *var) {
  return llvm::any_of(steps, [&](const clang::Stmt *step) {
    const std::optional<Advance> advance = advanceOf(step);
    return advance && advance->var == var && advance->by && !advance->by->getIntegerConstantExpr(ast);
  });
}

bool holdsAnyLoop(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) { return bodyOf(part) != nullptr; });
}

bool assigns(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) { return assignedIn(part) != nullptr; });
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

using Stmts = std::vector<clang::Stmt *>;

clang::CompoundStmt *bodyWith(const clang::ASTContext &ast, const clang::Stmt *loop, const Stmts &before,
                              const Stmts &behind, Expansion &expansion) {
  Stmts parts = before;
  appendParts(bodyOf(loop), parts);
  parts.insert(parts.end(), behind.begin(), behind.end());
  auto *body = clang::CompoundStmt::Create(ast, parts, {}, bodyOf(loop)->getBeginLoc(), bodyOf(loop)->getEndLoc());
  expansion.made.insert(body);
  return body;
}

clang::Expr *truth(const clang::ASTContext &ast, clang::SourceLocation at, Expansion &expansion) {
  auto *one = clang::IntegerLiteral::Create(ast, llvm::APInt(32, 1), ast.IntTy, at);
  expansion.made.insert(one);
  return one;
}

// if (!(condition)) break;
clang::Stmt *breakUnless(const clang::ASTContext &ast, clang::Expr *condition, Expansion &expansion) {
  const clang::SourceLocation at = condition->getBeginLoc(), end = condition->getEndLoc();
  auto *inner = new (ast) clang::ParenExpr(at, end, condition);
  auto *fails = clang::UnaryOperator::Create(ast, inner, clang::UO_LNot, ast.IntTy, clang::VK_PRValue,
                                             clang::OK_Ordinary, at, false, {});
  auto *leaves = new (ast) clang::BreakStmt(at);
  auto *branch =
      clang::IfStmt::Create(ast, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, fails, at, end, leaves);
  expansion.made.insert({inner, fails, leaves, branch});
  return branch;
}

// All of them; null: there are none.
clang::Expr *conjunction(const clang::ASTContext &ast, llvm::ArrayRef<const clang::Expr *> parts,
                         Expansion &expansion) {
  clang::Expr *all = nullptr;
  for (const clang::Expr *part : parts) {
    auto *right = const_cast<clang::Expr *>(part);
    if (all)
      expansion.made.insert(all = clang::BinaryOperator::Create(ast, all, right, clang::BO_LAnd, ast.IntTy,
                                                                clang::VK_PRValue, clang::OK_Ordinary,
                                                                all->getBeginLoc(), {}));
    else
      all = right;
  }
  return all;
}

// The parts of the condition from the first one on that is work become tests in the body;
// of a loop that tests last all of them.
void moveWorkFromCondition(clang::ASTContext &ast, Expansion &expansion) {
  const auto *forLoop = llvm::dyn_cast<clang::ForStmt>(expansion.stmt);
  const auto *whileLoop = llvm::dyn_cast<clang::WhileStmt>(expansion.stmt);
  const auto *doLoop = llvm::dyn_cast<clang::DoStmt>(expansion.stmt);
  const clang::Expr *condition = testOf(expansion.stmt);
  std::vector<const clang::Expr *> parts;
  if (condition)
    splitAnd(condition, parts);
  const auto firstWork = llvm::find_if(
      parts, [&](const clang::Expr *part) { return holdsAnyLoop(part) || (parts.size() > 1 && assigns(part)); });
  if (firstWork == parts.end() || (doLoop && holdsContinue(doLoop->getBody())))
    return;
  Stmts tests;
  const auto from = doLoop ? parts.begin() : firstWork;
  for (auto part = from; part != parts.end(); ++part)
    tests.push_back(breakUnless(ast, const_cast<clang::Expr *>(*part), expansion));
  clang::CompoundStmt *body =
      doLoop ? bodyWith(ast, doLoop, {}, tests, expansion) : bodyWith(ast, expansion.stmt, tests, {}, expansion);
  clang::Expr *kept = conjunction(ast, std::vector<const clang::Expr *>(parts.begin(), from), expansion);
  if (!kept && !forLoop)
    kept = truth(ast, condition->getBeginLoc(), expansion);
  clang::Stmt *made = nullptr;
  if (forLoop)
    made = new (ast) clang::ForStmt(ast, const_cast<clang::Stmt *>(forLoop->getInit()), kept, nullptr,
                                    const_cast<clang::Expr *>(forLoop->getInc()), body, forLoop->getForLoc(),
                                    forLoop->getLParenLoc(), forLoop->getRParenLoc());
  else if (whileLoop)
    made = clang::WhileStmt::Create(ast, nullptr, kept, body, whileLoop->getWhileLoc(), whileLoop->getLParenLoc(),
                                    whileLoop->getRParenLoc());
  else
    made = new (ast) clang::DoStmt(body, kept, doLoop->getDoLoc(), doLoop->getWhileLoc(), doLoop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
  expansion.stepsFrom = doLoop ? nullptr : *from;
}

FirstValues asWhile(clang::ASTContext &ast, const clang::ForStmt *loop, const Stmts &steps, Expansion &expansion) {
  FirstValues first;
  if (const clang::Stmt *init = loop->getInit()) {
    first.text = writtenAnew(ast, init);
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(init))
      for (const clang::Decl *decl : decls->decls())
        first.declared.push_back(llvm::cast<clang::VarDecl>(decl)->getNameAsString());
    else
      first.text += ";";
  }
  auto *condition = const_cast<clang::Expr *>(loop->getCond());
  if (!condition)
    condition = truth(ast, loop->getForLoc(), expansion);
  auto *made = clang::WhileStmt::Create(ast, nullptr, condition, bodyWith(ast, loop, {}, steps, expansion),
                                        loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
  return first;
}

// Those that the counter has no part in go to the body's end.
void moveFromHead(clang::ASTContext &ast, const clang::ForStmt *loop, const Stmts &steps, Expansion &expansion) {
  clang::Expr *counts = nullptr;
  Stmts others;
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
  if (!counts || others.empty() ||
      llvm::any_of(others, [&](const clang::Stmt *step) { return mentions(step, counter); }))
    return;
  auto *made = new (ast) clang::ForStmt(
      ast, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()), nullptr, counts,
      bodyWith(ast, loop, {}, others, expansion), loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
}

// for (t = 0, k = 3; ..): all but the counter's first value, where none needs another.
FirstValues moveFirstValues(clang::ASTContext &ast, const clang::ForStmt *loop, Expansion &expansion) {
  const clang::Stmt *init = loop->getInit();
  const auto *decls = llvm::dyn_cast_or_null<clang::DeclStmt>(init);
  std::vector<std::pair<const clang::VarDecl *, const clang::Stmt *>> parts; // with where its value stands
  if (decls)
    for (const clang::Decl *decl : decls->decls())
      parts.emplace_back(llvm::cast<clang::VarDecl>(decl), llvm::cast<clang::VarDecl>(decl)->getInit());
  Stmts assignments;
  if (init && !decls)
    appendParts(init, assignments);
  for (const clang::Stmt *part : assignments)
    parts.emplace_back(variableOf(assignedIn(part)), part);
  const auto counts = [&](const auto &part) {
    return mentions(loop->getCond(), part.first) && stepOf(loop->getInc(), part.first, ast) != 0;
  };
  const auto counter = llvm::find_if(parts, counts);
  if (parts.size() < 2 || counter == parts.end())
    return {};
  FirstValues first;
  for (auto part = parts.begin(); part != parts.end(); ++part) {
    if (part == counter)
      continue;
    if (mentions(part->second, counter->first) || mentions(counter->second, part->first))
      return {};
    if (decls)
      first.declared.push_back(part->first->getNameAsString());
    std::string text;
    llvm::raw_string_ostream out(text);
    if (decls)
      part->first->print(out, ast.getPrintingPolicy());
    first.text += (first.text.empty() ? "" : " ") + (decls ? text : writtenAnew(ast, part->second)) + ";";
  }
  auto *kept = const_cast<clang::Stmt *>(counter->second);
  if (decls)
    expansion.made.insert(kept = new (ast)
                              clang::DeclStmt(clang::DeclGroupRef(const_cast<clang::VarDecl *>(counter->first)),
                                              init->getBeginLoc(), init->getEndLoc()));
  auto *made = new (ast) clang::ForStmt(
      ast, kept, const_cast<clang::Expr *>(loop->getCond()), nullptr, const_cast<clang::Expr *>(loop->getInc()),
      const_cast<clang::Stmt *>(loop->getBody()), loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc());
  expansion.made.insert(made);
  expansion.stmt = made;
  return first;
}

} // namespace

FirstValues simplifyHead(const clang::ASTContext &constant, Expansion &expansion) {
  auto &ast = const_cast<clang::ASTContext &>(constant);
  moveWorkFromCondition(ast, expansion);
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(expansion.stmt);
  if (!loop)
    return {};
  const bool repeats = !loop->getInit() || mayRepeat(ast, loop->getInit());
  if (!loop->getInc() && repeats)
    return asWhile(ast, loop, {}, expansion);
  if (!loop->getInc() || holdsContinue(loop->getBody()))
    return {};
  const std::set<const clang::VarDecl *> stepped = effectsOf(loop->getInc()).assigned;
  Stmts steps;
  appendParts(loop->getInc(), steps);
  const clang::VarDecl *bare = loop->getCond() ? variableOf(loop->getCond()) : nullptr; // for (; n; n--)
  const bool isUncounted =
      !loop->getCond() || (bare && stepped.count(bare)) || llvm::any_of(stepped, [&](const clang::VarDecl *var) {
        return mentions(loop->getCond(), var) && (isFloating(var) || isSteppedByValue(ast, steps, var));
      });
  if (isUncounted && repeats)
    return asWhile(ast, loop, steps, expansion);
  if (!isUncounted && steps.size() > 1)
    moveFromHead(ast, loop, steps, expansion);
  const auto *counted = llvm::cast<clang::ForStmt>(expansion.stmt);
  return repeats && counted->getInit() && counted->getInc() ? moveFirstValues(ast, counted, expansion) : FirstValues();
}

} // namespace kasane
