// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/CountedEnds.h"

#include "Ast/Alike.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

// t < n, with the counter on its left.
struct Bound {
  const clang::VarDecl *counter = nullptr;
  clang::BinaryOperatorKind kind = clang::BO_Comma;
  const clang::Expr *limit = nullptr;
  int64_t step = 0;
};

// n of n - 1, and -1.
std::pair<const clang::Expr *, int64_t> termsOf(const clang::ASTContext &ast, const clang::Expr *expr) {
  const clang::Expr *bare = expr->IgnoreParenImpCasts();
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(bare);
  const std::optional<llvm::APSInt> by =
      op && op->isAdditiveOp() ? op->getRHS()->getIntegerConstantExpr(ast) : std::nullopt;
  if (!by || by->getSignificantBits() > 32)
    return {bare, 0};
  return {op->getLHS()->IgnoreParenImpCasts(),
          op->getOpcode() == clang::BO_Add ? by->getExtValue() : -by->getExtValue()};
}

// Numbers that a counter of this type holds, and that don't wrap on the way.
bool fitsCounter(const clang::ASTContext &ast, const clang::Expr *value, const clang::VarDecl *counter) {
  const clang::QualType type = value->IgnoreParenImpCasts()->getType();
  return type->isSignedIntegerType() && ast.getTypeSize(type) <= ast.getTypeSize(counter->getType());
}

bool isPlainCounter(const clang::ASTContext &ast, const clang::VarDecl *var) {
  return var && var->getType()->isSignedIntegerType() && !var->getType().isVolatileQualified() &&
         ast.getTypeSize(var->getType()) >= ast.getTypeSize(ast.IntTy);
}

// `orWraps`: of a counter that may wrap behind its end, too, as unsigned ones do.
std::optional<Bound> endBoundOf(const clang::ASTContext &ast, const clang::ForStmt *loop, bool orWraps = false) {
  const auto isCounter = [&](const clang::VarDecl *var) {
    return isPlainCounter(ast, var) || (orWraps && var && var->getType()->isIntegerType());
  };
  if (!loop->getCond() || !loop->getInc() || loop->getCond()->HasSideEffects(ast))
    return std::nullopt;
  std::vector<const clang::Expr *> parts;
  splitAnd(loop->getCond(), parts);
  const Effects effects = effectsOf(loop), stepped = effectsOf(loop->getInc());
  for (const clang::Expr *part : parts) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    if (!op || !op->isRelationalOp())
      continue;
    const bool isLeft = isCounter(variableOf(op->getLHS()->IgnoreParenImpCasts())) &&
                        stepped.assigned.count(variableOf(op->getLHS()->IgnoreParenImpCasts()));
    const clang::Expr *counter = (isLeft ? op->getLHS() : op->getRHS())->IgnoreParenImpCasts();
    Bound bound{variableOf(counter),
                isLeft ? op->getOpcode() : clang::BinaryOperator::reverseComparisonOp(op->getOpcode()),
                isLeft ? op->getRHS() : op->getLHS(), 0};
    if (!isCounter(bound.counter) || stepped.assigned != Variables{bound.counter})
      continue;
    bound.step = stepOf(loop->getInc()->IgnoreParens(), bound.counter, ast);
    const bool isUp = bound.kind == clang::BO_LT || bound.kind == clang::BO_LE;
    if (bound.step != 0 && isUp == (bound.step > 0) && (orWraps || fitsCounter(ast, bound.limit, bound.counter)) &&
        isInvariant(bound.limit, effects))
      return bound;
  }
  return std::nullopt;
}

// The one in the block behind which nothing looks at the counter or goes elsewhere; null: there is none.
const clang::Stmt *lastWith(const clang::CompoundStmt *block, const clang::VarDecl *counter) {
  const std::vector<const clang::Stmt *> stmts(block->body_begin(), block->body_end());
  for (auto stmt = stmts.rbegin(); stmt != stmts.rend(); ++stmt) {
    if (assignedIn(*stmt) && variableOf(assignedIn(*stmt)) == counter)
      return *stmt;
    const bool isInWay =
        mentions(*stmt, counter) || holds(*stmt, [](const clang::Stmt *part) {
          return llvm::isa<clang::BreakStmt, clang::ContinueStmt, clang::ReturnStmt, clang::GotoStmt, clang::LabelStmt>(
              part);
        });
    if (isInWay)
      return nullptr;
  }
  return nullptr;
}

// `counter`: of the loop, where the rest of an arm may come behind the statement.
void addLast(const clang::Stmt *stmt, const clang::VarDecl *counter, bool isArm, std::set<const clang::Stmt *> &out) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
  const auto *branch = llvm::dyn_cast_or_null<clang::IfStmt>(stmt);
  const clang::Stmt *within = block && counter && isArm ? lastWith(block, counter) : nullptr;
  if (within)
    out.insert(within);
  else if (block && !block->body_empty())
    addLast(unwrap(block->body_back()), counter, false, out);
  else if (branch) {
    addLast(unwrap(branch->getThen()), counter, true, out);
    if (branch->getElse())
      addLast(unwrap(branch->getElse()), counter, true, out);
  } else if (stmt) {
    out.insert(stmt);
  }
}

} // namespace

std::optional<int64_t> difference(const clang::ASTContext &ast, const clang::Expr *a, const clang::Expr *b) {
  const std::optional<llvm::APSInt> first = a->getIntegerConstantExpr(ast), second = b->getIntegerConstantExpr(ast);
  if (first && second && first->getSignificantBits() <= 32 && second->getSignificantBits() <= 32)
    return first->getExtValue() - second->getExtValue();
  const auto [left, more] = termsOf(ast, a);
  const auto [right, less] = termsOf(ast, b);
  const Effects none;
  Comparison comparison(ast, none);
  return comparison.areAlike(left, right) && comparison.chosen.empty() ? std::optional(more - less) : std::nullopt;
}

const clang::VarDecl *endableCounter(const clang::ASTContext &ast, const clang::ForStmt *loop) {
  const std::optional<Bound> bound = endBoundOf(ast, loop);
  return bound ? bound->counter : nullptr;
}

// Is it `t = n` of such a loop's counter, behind which the head's test fails?
static bool setsToEnd(const clang::ASTContext &ast, const clang::ForStmt *loop, const clang::Stmt *stmt) {
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const std::optional<Bound> bound = set && set->getOpcode() == clang::BO_Assign ? endBoundOf(ast, loop) : std::nullopt;
  if (!bound || variableOf(set->getLHS()) != bound->counter || !fitsCounter(ast, set->getRHS(), bound->counter))
    return false;
  const std::optional<int64_t> more = difference(ast, set->getRHS(), bound->limit);
  if (!more)
    return false;
  const int64_t past = bound->step > 0 ? *more + bound->step : -*more - bound->step;
  return past > 0 || (past == 0 && (bound->kind == clang::BO_LT || bound->kind == clang::BO_GT));
}

bool meansEnd(const clang::ASTContext &ast, const clang::ForStmt *loop, const clang::Stmt *stmt) {
  const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const std::optional<Bound> bound =
      set && set->getOpcode() == clang::BO_Assign ? endBoundOf(ast, loop, true) : std::nullopt;
  return bound && variableOf(set->getLHS()) == bound->counter &&
         difference(ast, set->getRHS(), bound->limit).has_value();
}

std::set<const clang::Stmt *> countedEnds(const clang::ASTContext &ast, const clang::ForStmt *loop, bool withArms) {
  std::set<const clang::Stmt *> last;
  const clang::VarDecl *counter = withArms ? endableCounter(ast, loop) : nullptr;
  addLast(unwrap(loop->getBody()), counter && counter->hasLocalStorage() ? counter : nullptr, false, last);
  std::erase_if(last, [&](const clang::Stmt *stmt) { return !setsToEnd(ast, loop, stmt); });
  return last;
}

} // namespace kasane
