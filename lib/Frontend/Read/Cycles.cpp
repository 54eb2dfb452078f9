// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that take some values in turn. A step's assignments to them are carried out, in their order, for each value
// below the cycle's length. Conditions aren't looked at here:
// when the step is read, it is seen whether what came out holds.
#include "Ast/Arithmetic.h"
#include "Read/LiveOut.h"

#include "clang/Basic/SourceManager.h"

namespace kasane {
namespace {

constexpr int64_t kMaxModulus = 32;

using Known = std::map<const clang::VarDecl *, int64_t>;

// The expression's value when variables have these; nullopt when it depends on anything else.
struct Evaluator {
  const Reader &reader;
  const Known &values;

  std::optional<int64_t> of(const clang::Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    if (std::optional<llvm::APSInt> constant = expr->getIntegerConstantExpr(reader.ast))
      return constant->getExtValue();
    if (const clang::VarDecl *named = variableOf(expr)) {
      auto known = values.find(named);
      return known == values.end() ? std::nullopt : std::optional<int64_t>(known->second);
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr)) {
      bool isStep = unary->isIncrementDecrementOp();
      std::optional<int64_t> operand =
          isStep || unary->getOpcode() == clang::UO_LNot || unary->getOpcode() == clang::UO_Minus
              ? of(unary->getSubExpr())
              : std::nullopt;
      if (!operand)
        return std::nullopt;
      if (isStep)
        return *operand + (unary->isIncrementOp() ? 1 : -1);
      return unary->getOpcode() == clang::UO_LNot ? !*operand : -*operand;
    }
    if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr)) {
      std::optional<int64_t> condition = of(select->getCond());
      return condition ? of(*condition ? select->getTrueExpr() : select->getFalseExpr()) : std::nullopt;
    }
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (!op)
      return std::nullopt;
    std::optional<int64_t> right = of(op->getRHS());
    if (op->getOpcode() == clang::BO_Assign || !right)
      return right;
    std::optional<int64_t> left = of(op->getLHS());
    clang::BinaryOperatorKind kind = op->isCompoundAssignmentOp()
                                         ? clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode())
                                         : op->getOpcode();
    return left ? computed(kind, *left, *right) : std::nullopt;
  }
};

// The d with next(value) == (value + d) mod m for all values below m.
template <class Next> std::optional<int64_t> shiftOf(int64_t m, Next next) {
  std::optional<int64_t> shift;
  for (int64_t value = 0; value < m; ++value) {
    std::optional<int64_t> result = next(value);
    if (!result || *result < 0 || *result >= m || (shift && (*result - value + m) % m != *shift))
      return std::nullopt;
    shift = (*result - value + m) % m;
  }
  return shift;
}

// What a step gives to integers, in its order: `expr` is an assignment, a step or an initial value.
struct Move {
  const clang::VarDecl *var;
  const clang::Expr *expr;
};

void collectMoves(const clang::Stmt *stmt, std::vector<Move> &moves) {
  for (const clang::Stmt *child : stmt->children())
    if (child)
      collectMoves(child, moves);
  if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
    for (const clang::Decl *decl : decls->decls())
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
          var && var->getInit() && var->getType()->isIntegerType())
        moves.push_back({var, var->getInit()});
    return;
  }
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(stmt);
  if (const clang::VarDecl *var = op && op->isAssignmentOp()                 ? variableOf(op->getLHS())
                                  : unary && unary->isIncrementDecrementOp() ? variableOf(unary->getSubExpr())
                                                                             : nullptr)
    moves.push_back({var, llvm::cast<clang::Expr>(stmt)});
}

// How far ahead of a cyclic one the others are when a step begins.
using Distances = std::map<const clang::VarDecl *, int64_t>;

// By how much a step leaves `var` ahead of what the cyclic one was when it began.
std::optional<int64_t> movedBy(const Reader &reader, const std::vector<Move> &moves, const Distances &known, int64_t m,
                               const clang::VarDecl *var) {
  return shiftOf(m, [&](int64_t value) -> std::optional<int64_t> {
    Known now;
    for (const auto &[other, distance] : known)
      now[other] = (value + distance) % m;
    for (const Move &move : moves) {
      std::optional<int64_t> result = Evaluator{reader, now}.of(move.expr);
      now.erase(move.var);
      if (result)
        now[move.var] = *result;
    }
    auto it = now.find(var);
    return it == now.end() ? std::nullopt : std::optional<int64_t>(it->second);
  });
}

// Finds the cycle of a variable with one assignment.
void findCycle(const Reader &reader, const std::vector<Move> &moves, Selector &selector) {
  for (int64_t m = 2; m <= kMaxModulus; ++m) {
    std::optional<int64_t> shift = movedBy(reader, moves, {{selector.var, 0}}, m, selector.var);
    if (!shift || *shift == 0)
      continue;
    selector.modulus = m;
    selector.shift = *shift;
    return;
  }
}

// What it seems to hold on entry: the one value that the function gives it in front of the region.
std::optional<int64_t> guessOnEntry(const Reader &reader, const clang::VarDecl *var) {
  const clang::SourceManager &sources = reader.ast.getSourceManager();
  std::vector<const clang::Expr *> writes;
  if (!reader.function || !reader.statement)
    return std::nullopt;
  collectWrites(reader.function->getBody(), var, writes);
  std::erase_if(writes, [&](const clang::Expr *write) {
    return !sources.isBeforeInTranslationUnit(write->getBeginLoc(), reader.statement->getBeginLoc());
  });
  if (writes.size() != (var->getInit() ? 0 : 1))
    return std::nullopt;
  const auto *set = writes.empty() ? nullptr : llvm::dyn_cast<clang::BinaryOperator>(writes[0]);
  const clang::Expr *value = var->getInit() ? var->getInit() : set ? set->getRHS() : nullptr;
  const std::optional<llvm::APSInt> number = value ? value->getIntegerConstantExpr(reader.ast) : std::nullopt;
  return number ? std::optional(number->getExtValue()) : std::nullopt;
}

// o = (o + 1) % 3; n = (n + 1) % 3; keep the distance that they have on entry, which the call is asked for.
void findFellows(const Reader &reader, std::vector<Selector> &selectors) {
  for (Selector &leader : selectors) {
    const std::optional<int64_t> first =
        leader.modulus > 0 && !leader.leader ? guessOnEntry(reader, leader.var) : std::nullopt;
    for (Selector &selector : selectors) {
      if (!first || &selector <= &leader || selector.leader || selector.modulus != leader.modulus ||
          selector.shift != leader.shift || !reader.effects.subscripts.count(selector.var))
        continue;
      if (const std::optional<int64_t> other = guessOnEntry(reader, selector.var)) {
        selector.leader = leader.var;
        selector.ahead = ((*other - *first) % leader.modulus + leader.modulus) % leader.modulus;
      }
    }
  }
}

// Finds who trails the cyclic one.
void findTrailing(const Reader &reader, const clang::Stmt *body, const std::vector<Move> &moves,
                  std::vector<Selector> &selectors, const Selector &leader) {
  const int64_t m = leader.modulus;
  Distances known{{leader.var, 0}};
  for (size_t before = 0; before < known.size();) {
    before = known.size();
    for (Selector &selector : selectors) {
      const bool may =
          selector.modulus == 0 && selector.isSingle &&
          (reader.effects.subscripts.count(selector.var) || isSetFirst(body, selector.var, selector.write));
      std::optional<int64_t> moved = may ? movedBy(reader, moves, known, m, selector.var) : std::nullopt;
      if (!moved)
        continue;
      selector.modulus = m;
      selector.shift = leader.shift;
      selector.leader = leader.var;
      selector.ahead = known[selector.var] = (*moved - leader.shift + m) % m;
    }
  }
}

} // namespace

bool isSetFirst(const clang::Stmt *body, const clang::VarDecl *var, const clang::Expr *write) {
  for (const clang::Stmt *child : body->children())
    if (child && (child == write || mentions(child, var)))
      return child == write;
  return false;
}

std::optional<int64_t> valueShift(const Reader &reader, const clang::VarDecl *var, const clang::Expr *expr, int64_t m) {
  return shiftOf(m, [&](int64_t value) { return Evaluator{reader, {{var, value}}}.of(expr); });
}

void findCycles(const Reader &reader, const clang::Stmt *body, std::vector<Selector> &selectors) {
  std::vector<Move> moves;
  collectMoves(body, moves);
  for (Selector &selector : selectors)
    if (selector.isSingle)
      findCycle(reader, moves, selector);
  findFellows(reader, selectors);
  for (const Selector &selector : selectors)
    if (selector.modulus > 0 && !selector.leader)
      findTrailing(reader, body, moves, selectors, selector);
  // Of the others those that choose no element are scalars, as those are that nobody asks for behind the region.
  llvm::erase_if(selectors, [&](const Selector &selector) {
    const bool isAsked = selector.modulus > 0 && (!selector.leader || isReadAfter(reader, selector.var));
    return !isAsked && !reader.effects.subscripts.count(selector.var);
  });
}

} // namespace kasane
