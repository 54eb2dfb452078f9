// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/FixedLocals.h"

#include "Ast/Effects.h"
#include "Ast/Unwrap.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int kDeepest = 8; // values of values

// What an arm sets, by variable; nothing where it does more.
std::map<const clang::VarDecl *, const clang::Expr *> setIn(const clang::Stmt *arm) {
  std::map<const clang::VarDecl *, const clang::Expr *> out;
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(arm);
  std::vector<const clang::Stmt *> stmts;
  if (block)
    stmts.assign(block->body_begin(), block->body_end());
  else if (arm)
    stmts = {arm};
  for (const clang::Stmt *stmt : stmts) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (!op || op->getOpcode() != clang::BO_Assign || !variableOf(op->getLHS()))
      return {};
    out[variableOf(op->getLHS())] = op->getRHS();
  }
  return out;
}

} // namespace

FixedLocals::FixedLocals(const clang::ASTContext &ast, const clang::Stmt *region, std::set<const clang::Stmt *> &made)
    : Cloner(ast, made) {
  holds(region, [&](const clang::Stmt *part) {
    if (const clang::Expr *target = assignedIn(part))
      ++writes_[variableOf(target)];
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(part);
    if (unary && unary->getOpcode() == clang::UO_AddrOf)
      writes_[variableOf(unary->getSubExpr())] += kDeepest; // anyone may set it
    return false;
  });
  holds(region, [&](const clang::Stmt *part) {
    if (llvm::isa<clang::CompoundStmt>(part))
      readBlock(part);
    return false;
  });
}

// Of the statements that every way through the block goes through.
void FixedLocals::readBlock(const clang::Stmt *block) {
  for (const clang::Stmt *stmt : llvm::cast<clang::CompoundStmt>(block)->body())
    readStatement(unwrap(stmt));
}

void FixedLocals::readStatement(const clang::Stmt *stmt) {
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && !var->isStaticLocal())
        values_[var] = writes_[var] == 0 ? const_cast<clang::Expr *>(var->getInit()) : nullptr;
  } else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    readBranch(branch);
  } else {
    for (const auto &[var, value] : setIn(stmt))
      if (const auto known = values_.find(var); known != values_.end() && !var->getInit() && writes_[var] == 1)
        known->second = const_cast<clang::Expr *>(value);
  }
}

void FixedLocals::readBranch(const clang::IfStmt *branch) {
  if (branch->getInit() || branch->hasVarStorage())
    return;
  const auto whenTrue = setIn(branch->getThen()), otherwise = setIn(branch->getElse());
  for (const auto &[var, value] : whenTrue) {
    const auto other = otherwise.find(var);
    const auto known = values_.find(var);
    if (other == otherwise.end() || known == values_.end() || var->getInit() || writes_[var] != 2)
      continue;
    const clang::SourceLocation at = branch->getBeginLoc();
    known->second = noted(new (ast_) clang::ConditionalOperator(
        const_cast<clang::Expr *>(branch->getCond()), at, const_cast<clang::Expr *>(value), at,
        const_cast<clang::Expr *>(other->second), var->getType().getUnqualifiedType(), clang::VK_PRValue,
        clang::OK_Ordinary));
  }
}

// What a function of the file's returns, which does nothing else: ({ int v; if (a < b) v = a; else v = b; v; })
clang::Expr *FixedLocals::insteadOf(const clang::Expr *expr) {
  const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr);
  const auto *value = group && !group->getSubStmt()->body_empty()
                          ? llvm::dyn_cast<clang::Expr>(group->getSubStmt()->body_back())
                          : nullptr;
  if (!value)
    return nullptr;
  const Effects effects = effectsOf(group);
  const bool isPure = effects.storedKeys.empty() && std::ranges::includes(effects.declared, effects.assigned) &&
                      !holds(group, [](const clang::Stmt *part) { return llvm::isa<clang::CallExpr>(part); });
  return isPure ? noted(new (ast_) clang::ParenExpr(expr->getBeginLoc(), expr->getEndLoc(), Cloner::expr(value)))
                : nullptr;
}

clang::Expr *FixedLocals::resolved(const clang::Expr *expr, int depth) {
  auto *out = Cloner::expr(expr);
  if (depth == kDeepest)
    return out;
  for (const clang::VarDecl *var : variablesIn(out)) {
    const auto known = values_.find(var);
    const clang::Expr *value = known == values_.end() ? nullptr : known->second;
    if (!value || !var->getType()->isIntegerType() || !ast_.hasSameUnqualifiedType(value->getType(), var->getType()))
      continue;
    const clang::SourceLocation at = expr->getBeginLoc();
    scope[var] = {nullptr, noted(new (ast_) clang::ParenExpr(at, at, resolved(value, depth + 1))), nullptr};
    out = Cloner::expr(out);
    scope.erase(var);
  }
  return out;
}

const clang::Expr *FixedLocals::resolved(const clang::Expr *expr) { return resolved(expr, 0); }

} // namespace kasane
