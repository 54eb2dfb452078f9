// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TileBounds.h"

#include "Ast/Unwrap.h"

#include <algorithm>

namespace kasane {
namespace {

using Values = std::vector<const clang::Expr *>;

const clang::Expr *plain(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  // A function of one expression: ({ a < b ? a : b; })
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr); group && group->getSubStmt()->size() == 1)
    if (const auto *value = llvm::dyn_cast<clang::Expr>(group->getSubStmt()->body_back()))
      return plain(value);
  if (const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr);
      cast && cast->getCastKind() == clang::CK_IntegralCast && cast->getType()->isSignedIntegerType())
    return plain(cast->getSubExpr());
  return expr;
}

const clang::BinaryOperator *comparisonIn(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(plain(expr));
  return op && op->isRelationalOp() ? op : nullptr;
}

// x = e; alone.
const clang::BinaryOperator *assignmentIn(const clang::Stmt *stmt) {
  const clang::Stmt *only = stmt ? bare(unwrap(stmt)) : nullptr;
  const auto *op = llvm::dyn_cast_or_null<clang::BinaryOperator>(only);
  return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) ? op : nullptr;
}

void append(Values &values, const Values &more) { values.insert(values.end(), more.begin(), more.end()); }

} // namespace

bool TileBounds::areAlike(const clang::Expr *a, const clang::Expr *b) {
  a = plain(a);
  b = plain(b);
  clang::Expr::EvalResult one, other;
  if (a->EvaluateAsInt(one, ast_) && b->EvaluateAsInt(other, ast_))
    return one.Val.getInt().getExtValue() == other.Val.getInt().getExtValue();
  const auto *left = llvm::dyn_cast<clang::BinaryOperator>(a), *right = llvm::dyn_cast<clang::BinaryOperator>(b);
  if (left && right && left->getOpcode() == right->getOpcode() && !left->isAssignmentOp())
    return areAlike(left->getLHS(), right->getLHS()) && areAlike(left->getRHS(), right->getRHS());
  return !left && !right && comparison_.areAlike(a, b);
}

bool TileBounds::addProduct(Sum &sum, const clang::BinaryOperator *product, bool negative) {
  for (const auto &[number, size] :
       {std::pair(product->getLHS(), product->getRHS()), std::pair(product->getRHS(), product->getLHS())}) {
    if (!tile_.isNumbered || !areAlike(size, tile_.size))
      continue;
    TileBounds numbers(ast_, comparison_, {tile_.var, tile_.size, false});
    const std::optional<Sum> of = numbers.sumOf(number);
    if (!of || of->tiles != 1 || !of->terms.empty() || of->number < 0 || of->number > 1)
      continue;
    sum.tiles += negative ? -1 : 1;
    return of->number == 0 || add(sum, tile_.size, negative);
  }
  return false;
}

bool TileBounds::add(Sum &sum, const clang::Expr *expr, bool negative) {
  expr = plain(expr);
  clang::Expr::EvalResult number;
  if (expr->EvaluateAsInt(number, ast_)) {
    sum.number += (negative ? -1 : 1) * number.Val.getInt().getExtValue();
    return true;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (op && op->isAdditiveOp() && op->getType()->isIntegerType())
    return add(sum, op->getLHS(), negative) && add(sum, op->getRHS(), negative != (op->getOpcode() == clang::BO_Sub));
  if (!tile_.isNumbered && variableOf(expr) == tile_.var) {
    sum.tiles += negative ? -1 : 1;
    return true;
  }
  if (const clang::Expr *value = valueIn(expr, variableOf(expr)))
    return add(sum, value, negative);
  if (mentions(expr, tile_.var))
    return op && op->getOpcode() == clang::BO_Mul && addProduct(sum, op, negative);
  auto opposite = std::ranges::find_if(
      sum.terms, [&](const auto &term) { return term.second != negative && areAlike(term.first, expr); });
  if (opposite != sum.terms.end())
    sum.terms.erase(opposite);
  else
    sum.terms.push_back({expr, negative});
  return expr->getType()->isIntegerType();
}

// int lo = b * size, hi = lo + size; if (lo < 1) lo = 1;
// What `lo` has where `in` looks at it. Rounds of a loop between could leave another value to the next one.
const clang::Expr *TileBounds::valueIn(const clang::Expr *in, const clang::VarDecl *var) const {
  if (!var || !llvm::is_contained(noted_, var))
    return nullptr;
  const clang::Expr *value = nullptr;
  bool isBefore = true;
  std::optional<int> level;
  for (size_t n = 0; n < statements_.size(); ++n) {
    const clang::Stmt *stmt = statements_[n];
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt);
    const bool declares = decls && llvm::is_contained(decls->decls(), var);
    const auto isHere = [&](const clang::Stmt *part) { return part == in; };
    const bool looks = holds(stmt, isHere);
    isBefore = isBefore && (!looks || (declares && var->getInit() && !holds(var->getInit(), isHere)));
    if (declares ? var->getInit() != nullptr : effectsOf(stmt).assigned.count(var) > 0) {
      const clang::BinaryOperator *set = assignmentIn(stmt);
      if (level && *level != levels_[n])
        return nullptr;
      level = levels_[n];
      if (isBefore)
        value = declares ? var->getInit() : set ? set->getRHS() : nullptr;
      if (isBefore && !value)
        return nullptr;
    }
    isBefore = isBefore && !looks;
  }
  return value && !mentions(value, var) ? value : nullptr;
}

std::optional<Sum> TileBounds::sumOf(const clang::Expr *expr) {
  Sum sum;
  return add(sum, expr, false) ? std::optional(sum) : std::nullopt;
}

std::optional<Sum> TileBounds::difference(const Sum &a, const Sum &b) {
  Sum sum = a;
  for (const auto &[term, negative] : b.terms)
    if (!add(sum, term, !negative))
      return std::nullopt;
  sum.number -= b.number;
  sum.tiles -= b.tiles;
  return sum;
}

std::optional<int64_t> TileBounds::distance(const Sum &a, const Sum &b) {
  const std::optional<Sum> sum = difference(a, b);
  return sum && sum->terms.empty() && sum->tiles == 0 ? std::optional(sum->number) : std::nullopt;
}

bool TileBounds::note(const clang::Stmt *stmt) {
  Values none;
  std::vector<const clang::VarDecl *> vars;
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getType()->isIntegerType())
        vars.push_back(var);
      else
        return false;
  } else if (const clang::BinaryOperator *set = assignmentIn(stmt)) {
    vars.push_back(variableOf(set->getLHS()));
  } else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
    const clang::BinaryOperator *taken = assignmentIn(branch->getThen()), *other = assignmentIn(branch->getElse());
    if (!taken || (branch->getElse() && (!other || variableOf(other->getLHS()) != variableOf(taken->getLHS()))))
      return false;
    vars.push_back(variableOf(taken->getLHS()));
  } else {
    return false;
  }
  statements_.push_back(stmt);
  levels_.push_back(level_);
  for (const clang::VarDecl *var : vars)
    if (!llvm::is_contained(noted_, var))
      noted_.push_back(var);
  return true;
}

bool TileBounds::picks(const clang::Expr *condition, const clang::Expr *taken, const clang::Expr *other,
                       Extreme which) {
  const clang::BinaryOperator *op = comparisonIn(condition);
  if (!op)
    return false;
  const bool isLess = op->getOpcode() == clang::BO_LT || op->getOpcode() == clang::BO_LE;
  const clang::Expr *less = isLess ? op->getLHS() : op->getRHS(), *more = isLess ? op->getRHS() : op->getLHS();
  if (which == Extreme::Most)
    std::swap(less, more);
  return areAlike(less, taken) && areAlike(more, other);
}

std::optional<Values> TileBounds::ofBranch(const clang::IfStmt *branch, const clang::VarDecl *var, Extreme which,
                                           std::optional<Values> before) {
  const clang::BinaryOperator *taken = assignmentIn(branch->getThen()), *other = assignmentIn(branch->getElse());
  if (!taken || branch->getInit() || branch->hasVarStorage())
    return std::nullopt;
  const std::optional<Values> values = valuesOf(taken->getRHS(), which);
  if (!branch->getElse()) { // if (je > n) je = n;
    if (!before || !values || !picks(branch->getCond(), taken->getRHS(), taken->getLHS(), which))
      return std::nullopt;
    append(*before, *values);
    return before;
  }
  const std::optional<Values> others = other ? valuesOf(other->getRHS(), which) : std::nullopt;
  if (!values || !others || variableOf(other->getLHS()) != var ||
      !picks(branch->getCond(), taken->getRHS(), other->getRHS(), which))
    return std::nullopt;
  Values all = *values;
  append(all, *others);
  return all;
}

std::optional<Values> TileBounds::ofVariable(const clang::VarDecl *var, Extreme which) {
  std::optional<Values> values;
  const std::vector<const clang::Stmt *> statements = statements_; // values of functions add to them
  for (const clang::Stmt *stmt : statements) {
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      if (llvm::is_contained(decls->decls(), var) && var->getInit())
        values = valuesOf(var->getInit(), which);
    } else if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt)) {
      if (variableOf(assignmentIn(branch->getThen())->getLHS()) == var)
        values = ofBranch(branch, var, which, values);
    } else if (const clang::BinaryOperator *set = assignmentIn(stmt); variableOf(set->getLHS()) == var) {
      values = mentions(set->getRHS(), var) ? std::nullopt : valuesOf(set->getRHS(), which);
    }
  }
  return values;
}

std::optional<Values> TileBounds::valuesOf(const clang::Expr *expr, Extreme which) {
  expr = plain(expr);
  if (const clang::VarDecl *var = variableOf(expr); var && llvm::is_contained(noted_, var))
    return ofVariable(var, which);
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(expr)) { // of a function: least(jj + size, n)
    const clang::CompoundStmt *body = group->getSubStmt();
    const auto *value = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
    const bool isRead = value && std::all_of(body->body_begin(), body->body_end() - 1,
                                             [&](const clang::Stmt *stmt) { return note(stmt); });
    return isRead ? valuesOf(value, which) : std::nullopt;
  }
  const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr);
  if (!select)
    return Values{expr};
  if (!picks(select->getCond(), select->getTrueExpr(), select->getFalseExpr(), which))
    return std::nullopt;
  std::optional<Values> values = valuesOf(select->getTrueExpr(), which);
  const std::optional<Values> others = valuesOf(select->getFalseExpr(), which);
  if (!values || !others)
    return std::nullopt;
  append(*values, *others);
  return values;
}

} // namespace kasane
