// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions with statements in them. What runs under a condition stays there:
//
//   y = c ? ({ float d = a[i]; d * d; }) : 0;
//     ->  float v; if (c) { float d = a[i]; v = d * d; } else v = 0;  y = v;
//
// In a cell such statements may also change what is the caller's, where no other operand looks at it: C leaves open
// which operand comes first, and it makes no difference then.
//
//   if (({ s[i] = 5 * s[i]; s[i] >> 8; }) < p) n[i] = 1;
//     ->  s[i] = 5 * s[i]; v = s[i] >> 8;  if (v < p) n[i] = 1;
#include "Read/Assumed.h"
#include "Read/Integers.h"
#include "Read/Numbers.h"

namespace kasane {
namespace {

// An int that is 1 where the scalar isn't zero: both sides of && and || get one type that way.
ExprPtr truth(ExprPtr expr) {
  if (expr->type == ScalarType::I32)
    return expr;
  ExprPtr zero = zeroOf(expr->type);
  SourceRange range = expr->range;
  return makeExpr(ScalarType::I32, Binary{BinaryOp::Ne, std::move(expr), std::move(zero)}, range);
}

// The value of an operand that isn't always evaluated, its statements in `stmts`.
ExprPtr operandOf(Reader &reader, const clang::Expr *expr, std::vector<StmtPtr> &stmts, const clang::Expr *condition,
                  bool holds) {
  const Assumed assumed(reader, condition, holds);
  if (!reader.nest.isInside) {
    size_t nests = reader.draft.nests.size();
    ++reader.nest.branchDepth;
    ExprPtr value = cellExpr(reader, expr);
    --reader.nest.branchDepth;
    return nests == reader.draft.nests.size() ? value : reader.fail(DiagId::sometimes_called, expr);
  }
  auto definite = reader.nest.definite;
  auto integers = reader.step.integers;
  auto pointers = reader.step.pointers;
  std::vector<StmtPtr> *outer = std::exchange(reader.nest.hoist, &stmts);
  ++reader.nest.branchDepth;
  ExprPtr value = cellExpr(reader, expr);
  --reader.nest.branchDepth;
  reader.nest.hoist = outer;
  reader.nest.definite = std::move(definite);
  reader.step.integers = std::move(integers);
  for (const clang::VarDecl *var : effectsOf(expr).assigned) // in some cells it is another now
    reader.step.integers.erase(var);
  reader.step.pointers = std::move(pointers);
  return value;
}

// A local that is `whenTrue` or `whenFalse`, each after its own statements.
ExprPtr choose(Reader &reader, IfStmt branch, ExprPtr whenTrue, ExprPtr whenFalse, SourceRange range) {
  ScalarType type = whenTrue->type;
  std::string name = reader.names.take("chosen");
  branch.thenBody.push_back(makeStmt(LocalAssign{name, type, std::move(whenTrue)}, range));
  branch.elseBody.push_back(makeStmt(LocalAssign{name, type, std::move(whenFalse)}, range));
  reader.nest.hoist->push_back(makeStmt(LocalDecl{name, type, nullptr}, range));
  reader.nest.hoist->push_back(makeStmt(std::move(branch), range));
  return makeExpr(type, ScalarRef{name}, range);
}

// What changes anything but the expression's own variables.
const clang::Stmt *effectIn(const clang::StmtExpr *group, const Effects &effects) {
  const clang::Stmt *found = group;
  holds(group, [&](const clang::Stmt *part) {
    const clang::Expr *target = assignedIn(part);
    bool isEffect = target && !effects.declared.count(variableOf(target));
    if (isEffect)
      found = part;
    return isEffect;
  });
  return found;
}

// What the expression has of groups with loops.
void addNests(const clang::Stmt *stmt, std::vector<const clang::StmtExpr *> &groups,
              std::set<const clang::VarDecl *> &beside) {
  if (const auto *group = llvm::dyn_cast<clang::StmtExpr>(stmt); group && hasLoop(group)) {
    groups.push_back(group);
    return;
  }
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
      beside.insert(var);
  for (const clang::Stmt *child : stmt->children())
    if (child)
      addNests(child, groups, beside);
}

bool changesMore(const Effects &effects) {
  return !effects.storedKeys.empty() || !std::includes(effects.declared.begin(), effects.declared.end(),
                                                       effects.assigned.begin(), effects.assigned.end());
}

// Does the part look at anything that the effects change? Structs that are taken as a whole hold their members.
bool looksAt(const clang::Stmt *part, const Effects &effects) {
  return effects.storedKeys.count("") || holds(part, [&](const clang::Stmt *stmt) {
           const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
           const std::string key = expr ? lvalueKey(expr) : "";
           const auto isWithin = [&](const std::string &changed) {
             return changed == key || (expr->getType()->isRecordType() && changed.starts_with(key + "."));
           };
           return !key.empty() &&
                  (llvm::any_of(effects.storedKeys, isWithin) || llvm::any_of(effects.assignedKeys, isWithin));
         });
}

// The same of an element that is stored behind all of that: only where it lies counts.
bool isPlacedBy(const clang::Expr *target, const Effects &effects) {
  target = target->IgnoreParenImpCasts();
  if (!lvalueKey(target).empty())
    return false;
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(target))
    return looksAt(subscript->getIdx(), effects) || isPlacedBy(subscript->getBase(), effects);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(target))
    return isPlacedBy(member->getBase(), effects);
  return looksAt(target, effects);
}

// Whether no operand that may come before or after the group, as the compiler likes, looks at what the group changes.
bool isAlone(const clang::Stmt *whole, const clang::StmtExpr *group, const Effects &effects) {
  if (whole == group)
    return true;
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(whole);
  const bool isOrdered = (op && (op->isLogicalOp() || op->isCommaOp())) || !llvm::isa<clang::Expr>(whole) ||
                         llvm::isa<clang::ConditionalOperator, clang::StmtExpr>(whole);
  const clang::Stmt *way = nullptr;
  for (const clang::Stmt *child : whole->children()) {
    if (child && holds(child, [&](const clang::Stmt *part) { return part == group; }))
      way = child;
    else if (child && op && op->getOpcode() == clang::BO_Assign && child == op->getLHS()) {
      if (isPlacedBy(op->getLHS(), effects))
        return false;
    } else if (child && !isOrdered && looksAt(child, effects))
      return false;
  }
  return way && isAlone(way, group, effects);
}

// A group that changes something which another operand looks at, or stores where there is another:
// C leaves open which comes first.
const clang::StmtExpr *unordered(const clang::Expr *expr) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) // !(a && b)
    return unordered(unary->getSubExpr());
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (op && (op->isLogicalOp() || op->isCommaOp())) {
    const clang::StmtExpr *left = unordered(op->getLHS());
    return left ? left : unordered(op->getRHS());
  }
  std::vector<const clang::StmtExpr *> groups;
  std::set<const clang::VarDecl *> beside;
  addNests(expr, groups, beside);
  for (const clang::StmtExpr *group : groups) {
    const Effects effects = effectsOf(group);
    if (groups.size() > 1 && !effects.storedKeys.empty())
      return group;
    for (const clang::VarDecl *var : effects.assigned)
      if (!effects.declared.count(var) && (beside.count(var) || groups.size() > 1))
        return group;
  }
  return nullptr;
}

} // namespace

bool checkOrder(Reader &reader, const clang::Expr *expr) {
  const clang::StmtExpr *group = unordered(expr);
  return !group || (reader.fail(DiagId::unordered_calls, group), false);
}

ExprPtr stepExpr(Reader &reader, const clang::Expr *expr) {
  return checkOrder(reader, expr) ? cellExpr(reader, expr) : nullptr;
}

ExprPtr groupExpr(Reader &reader, const clang::StmtExpr *group) {
  const auto *body = group->getSubStmt();
  const auto *value = body->body_empty() ? nullptr : llvm::dyn_cast<clang::Expr>(body->body_back());
  if (!value)
    return reader.fail(DiagId::unsupported_expression, group);
  const Effects own = effectsOf(group);
  if (!reader.nest.isInside && reader.nest.branchDepth > 0 && changesMore(own) && !hasLoop(group))
    return reader.fail(DiagId::side_effect_in_expression, effectIn(group, own)); // not in every step
  bool isFirst = false; // its statements and its value come before what else the expression holds
  if (reader.nest.isInside) {
    isFirst = changesMore(own);
    if (!reader.nest.hoist || (isFirst && !(reader.nest.whole && isAlone(reader.nest.whole, group, own))))
      return reader.fail(DiagId::side_effect_in_expression, effectIn(group, own));
  }
  for (const clang::Stmt *child : body->body())
    if (child != value &&
        !(reader.nest.isInside ? cellStmt(reader, child, *reader.nest.hoist) : readStep(reader, child)))
      return nullptr;
  ExprPtr result = cellExpr(reader, value);
  if (!result || !isFirst)
    return result;
  const std::string name = reader.names.take("value");
  reader.nest.hoist->push_back(makeStmt(LocalDecl{name, result->type, result}, reader.range(group)));
  return makeExpr(result->type, ScalarRef{name}, reader.range(group));
}

ExprPtr wholeExpr(Reader &reader, const clang::Expr *expr) {
  const clang::Expr *outer = std::exchange(reader.nest.whole, expr);
  ExprPtr result = cellExpr(reader, expr);
  reader.nest.whole = outer;
  return result;
}

ExprPtr repeatedExpr(Reader &reader, const clang::Expr *expr) {
  const clang::Expr *outer = std::exchange(reader.nest.whole, nullptr);
  ExprPtr result = cellExpr(reader, expr);
  reader.nest.whole = outer;
  return result;
}

bool changesMore(const clang::Expr *expr) {
  return holds(
      expr, [](const clang::Stmt *part) { return llvm::isa<clang::StmtExpr>(part) && changesMore(effectsOf(part)); });
}

ExprPtr selectExpr(Reader &reader, const clang::ConditionalOperator *select, ScalarType type) {
  if (const std::optional<bool> known = knownTruth(reader, select->getCond()))
    return cellExpr(reader, *known ? select->getTrueExpr() : select->getFalseExpr());
  SourceRange range = reader.range(select);
  ExprPtr condition = conditionOf(reader, select->getCond());
  IfStmt branch{condition, {}, {}};
  ExprPtr whenTrue =
      condition ? operandOf(reader, select->getTrueExpr(), branch.thenBody, select->getCond(), true) : nullptr;
  ExprPtr whenFalse =
      whenTrue ? operandOf(reader, select->getFalseExpr(), branch.elseBody, select->getCond(), false) : nullptr;
  if (!whenFalse)
    return nullptr;
  if (branch.thenBody.empty() && branch.elseBody.empty())
    return makeExpr(type, Select{condition, whenTrue, whenFalse}, range);
  return choose(reader, std::move(branch), whenTrue, whenFalse, range);
}

ExprPtr logicalExpr(Reader &reader, const clang::BinaryOperator *op) {
  bool isAnd = op->getOpcode() == clang::BO_LAnd;
  SourceRange range = reader.range(op);
  if (const std::optional<bool> known = knownLogical(reader, op))
    return makeExpr(ScalarType::I32, IntLit{*known}, range);
  ExprPtr left = cellExpr(reader, op->getLHS());
  std::vector<StmtPtr> stmts;
  ExprPtr right = left ? operandOf(reader, op->getRHS(), stmts, op->getLHS(), isAnd) : nullptr;
  if (!right)
    return nullptr;
  left = truth(left);
  right = truth(right);
  if (stmts.empty())
    return makeExpr(ScalarType::I32, Binary{isAnd ? BinaryOp::LogicalAnd : BinaryOp::LogicalOr, left, right}, range);
  ExprPtr zero = intLit(0, ScalarType::I32);
  ExprPtr asOne = makeExpr(ScalarType::I32, Binary{BinaryOp::Ne, right, zero}, range);
  if (isAnd)
    return choose(reader, IfStmt{left, std::move(stmts), {}}, asOne, zero, range);
  return choose(reader, IfStmt{left, {}, std::move(stmts)}, intLit(1, ScalarType::I32), asOne, range);
}

} // namespace kasane
