// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TileLoops.h"

#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"

namespace kasane {

namespace {

// size of var * size or size * var; else null.
const clang::Expr *factorOf(const clang::Stmt *stmt, const clang::VarDecl *var) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
  if (!op || op->getOpcode() != clang::BO_Mul)
    return nullptr;
  return variableOf(op->getLHS()->IgnoreParenImpCasts()) == var   ? op->getRHS()
         : variableOf(op->getRHS()->IgnoreParenImpCasts()) == var ? op->getLHS()
                                                                  : nullptr;
}

std::optional<TileLimit> limitIn(const clang::Expr *condition, const clang::VarDecl *var, bool withFactors = false) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition->IgnoreParenImpCasts());
  if (!op || !op->isRelationalOp())
    return std::nullopt;
  const bool isLess = op->getOpcode() == clang::BO_LT || op->getOpcode() == clang::BO_LE;
  const clang::Expr *less = isLess ? op->getLHS() : op->getRHS(), *more = isLess ? op->getRHS() : op->getLHS();
  const bool inclusive = op->getOpcode() == clang::BO_LE || op->getOpcode() == clang::BO_GE;
  less = less->IgnoreParenImpCasts();
  const clang::Expr *factor = withFactors ? factorOf(less, var) : nullptr;
  return factor || variableOf(less) == var ? std::optional(TileLimit{more, inclusive, factor}) : std::nullopt;
}

// The conditions of the arms that a statement stands in, from the outermost. False: it isn't there.
bool findArms(const clang::Stmt *from, const clang::Stmt *what, Arms &out) {
  if (from == what)
    return true;
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(from);
  for (const clang::Stmt *child : from->children()) {
    const bool isArm = branch && child && child != branch->getCond();
    if (isArm)
      out.push_back({branch->getCond(), child == branch->getThen()});
    if (child && findArms(child, what, out))
      return true;
    if (isArm)
      out.pop_back();
  }
  return false;
}

// Those of tests around all that a loop does.
void findTests(const clang::Stmt *body, Arms &out) {
  const clang::Stmt *only = unwrap(body);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(only); block && block->size() == 1)
    return findTests(block->body_front(), out);
  if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(only))
    return findTests(loop->getBody(), out);
  const auto *branch = llvm::dyn_cast<clang::IfStmt>(only);
  if (!branch || branch->getElse())
    return;
  out.push_back({branch->getCond(), true});
  findTests(branch->getThen(), out);
}

} // namespace

std::optional<TileHead> tileHeadOf(const clang::ForStmt *loop, bool withFactors) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  if (!loop->getInit() || !readInit(loop->getInit(), shape) || !loop->getCond() || !loop->getInc())
    return std::nullopt;
  TileHead head{shape.var, shape.first, {}};
  Exprs parts;
  splitAnd(loop->getCond(), parts);
  for (const clang::Expr *part : parts)
    if (const std::optional<TileLimit> limit = limitIn(part, head.var, withFactors))
      head.limits.push_back(*limit);
    else
      return std::nullopt;
  return head;
}

const clang::Expr *tileSizeIn(const clang::ForStmt *loop, const clang::VarDecl *var) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(loop->getInc()->IgnoreParens());
  if (!op || variableOf(op->getLHS()) != var)
    return nullptr;
  if (op->getOpcode() == clang::BO_AddAssign)
    return op->getRHS();
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(op->getRHS()->IgnoreParenImpCasts());
  if (op->getOpcode() != clang::BO_Assign || !sum || sum->getOpcode() != clang::BO_Add)
    return nullptr;
  return variableOf(sum->getLHS()->IgnoreParenImpCasts()) == var   ? sum->getRHS()
         : variableOf(sum->getRHS()->IgnoreParenImpCasts()) == var ? sum->getLHS()
                                                                   : nullptr;
}

const clang::Expr *tileFactorIn(const clang::Stmt *stmt, const clang::VarDecl *var) {
  const clang::Expr *found = nullptr;
  holds(stmt, [&](const clang::Stmt *part) { return (found = factorOf(part, var)) != nullptr; });
  return found;
}

bool findCellsOfTile(const clang::ASTContext &ast, const clang::Stmt *body, TileBounds &bounds, WayToCells &way) {
  body = unwrap(body);
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    const clang::Stmt *inner = nullptr;
    for (const clang::Stmt *stmt : block->body()) {
      const bool holdsLoop = hasLoop(stmt);
      if (inner && !llvm::isa<clang::NullStmt>(stmt))
        return false;
      if (holdsLoop)
        inner = stmt;
      else if (bounds.note(stmt))
        way.bounds.push_back(stmt);
      else if (!llvm::isa<clang::NullStmt>(stmt))
        return false;
    }
    return inner && findCellsOfTile(ast, inner, bounds, way);
  }
  const auto *loop = llvm::dyn_cast<clang::ForStmt>(body);
  const std::optional<TileHead> head = loop ? tileHeadOf(loop, true) : std::nullopt;
  if (!head)
    return false;
  const std::optional<Exprs> firsts = bounds.valuesOf(head->first, Extreme::Most);
  const bool begins = firsts && llvm::any_of(*firsts, [&](const clang::Expr *first) {
                        const std::optional<Sum> sum = bounds.sumOf(first);
                        return sum && sum->tiles == 1;
                      });
  if (begins && stepOf(loop->getInc(), head->var, ast) == 1) {
    way.cells = loop;
    return tileHeadOf(loop).has_value();
  }
  way.between.push_back(loop);
  bounds.enterLoop();
  return findCellsOfTile(ast, loop->getBody(), bounds, way);
}

std::optional<TileLimit> maskOfCells(const clang::ForStmt *cells, TileBounds &bounds) {
  const clang::VarDecl *var = tileHeadOf(cells)->var;
  for (const clang::Stmt *body = bare(unwrap(cells->getBody())); body;) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(body)) {
      body = bare(unwrap(loop->getBody()));
      continue;
    }
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(body);
    if (!branch || branch->getElse())
      return std::nullopt;
    Exprs parts;
    splitAnd(branch->getCond(), parts);
    for (const clang::Expr *part : parts)
      if (const std::optional<TileLimit> limit = limitIn(part, var))
        if (const std::optional<Sum> sum = bounds.sumOf(limit->limit);
            sum && sum->tiles == 0 && !mentions(limit->limit, var))
          return limit;
    body = bare(unwrap(branch->getThen()));
  }
  return std::nullopt;
}

std::optional<int64_t> beginOfCells(const Exprs &firsts, TileBounds &bounds) {
  std::optional<int64_t> within;
  for (const clang::Expr *first : firsts) {
    const std::optional<Sum> sum = bounds.sumOf(first);
    const bool isTiles = sum && sum->tiles == 1 && sum->terms.empty();
    if (!sum || (sum->tiles != 0 && (!isTiles || within)))
      return std::nullopt;
    if (isTiles)
      within = sum->number;
  }
  return within;
}

bool readEndsOfCells(const TileHead &cells, const TileLoop &tile, int64_t within, TileBounds &bounds,
                     std::vector<TileLimit> &ends) {
  std::optional<Sum> past = bounds.sumOf(tile.size);
  bool endsTile = false;
  if (!past)
    return false;
  past->tiles += 1;
  past->number += within;
  for (const TileLimit &limit : cells.limits) {
    const std::optional<Exprs> values = bounds.valuesOf(limit.limit, Extreme::Least);
    if (!values)
      return false;
    for (const clang::Expr *value : *values) {
      std::optional<Sum> sum = bounds.sumOf(value);
      if (!sum)
        return false;
      if (sum->tiles == 0) {
        ends.push_back({value, limit.inclusive});
        continue;
      }
      sum->number += limit.inclusive ? 1 : 0;
      if (bounds.distance(*sum, *past) != std::optional<int64_t>(0))
        return false;
      endsTile = true;
    }
  }
  return endsTile;
}

Arms armsOfTile(const clang::Stmt *region, const clang::ForStmt *tiles, const clang::ForStmt *cells) {
  Arms arms;
  findArms(region, tiles, arms);
  findTests(cells->getBody(), arms);
  return arms;
}

} // namespace kasane
