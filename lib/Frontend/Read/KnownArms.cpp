// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/KnownArms.h"

#include "Ast/MathCalls.h"
#include "Read/Choices.h"
#include "Read/Integers.h"

#include <algorithm>

namespace kasane {
namespace {

// An arm that nothing can be read for: it calls what the region doesn't know.
bool callsOthers(const clang::Stmt *arm) {
  return arm && holds(arm, [](const clang::Stmt *part) {
           const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
           return call && mathFunction(call).empty();
         });
}

// It only sets integers, as helpers for indices do.
bool setsIntegers(const clang::Stmt *arm) {
  if (!arm)
    return true;
  if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(arm))
    return llvm::all_of(block->body(), setsIntegers);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(arm);
  return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) &&
         op->getLHS()->getType()->isSignedIntegerType();
}

bool isSignedInteger(const clang::Expr *expr) {
  return expr->IgnoreParenImpCasts()->getType()->isSignedIntegerOrEnumerationType();
}

// The length of a loop around, give or take that many cells.
constexpr int64_t kNear = 2;

// Is the value that of a loop's length, or nearly so? Where there is a cell it is positive then, or the call checks it.
bool isLength(Reader &reader, const Poly &value, SourceRange range) {
  const std::set<std::string> symbols = value.symbols();
  if (std::ranges::any_of(symbols, [](const std::string &symbol) { return symbol[0] == '@'; }))
    return false;
  for (const DraftLoop &loop : reader.nest.loops) {
    const std::optional<int64_t> beside = (value - (loop.hi - loop.lo)).constant();
    if (!beside || std::abs(*beside) > kNear)
      continue;
    if (*beside < 0)
      require(reader, value - Poly(1), "a loop nest has too few cells", range);
    return true;
  }
  return false;
}

std::optional<bool> truthOfSize(Reader &reader, const clang::IfStmt *stmt) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt->getCond()->IgnoreParens());
  if (!op || !op->isComparisonOp() || !isSignedInteger(op->getLHS()) || !isSignedInteger(op->getRHS()))
    return std::nullopt;
  const bool isArm = (setsIntegers(stmt->getThen()) && setsIntegers(stmt->getElse())) || callsOthers(stmt->getThen()) ||
                     callsOthers(stmt->getElse());
  const std::optional<Poly> left = isArm ? affineOf(reader, op->getLHS()) : std::nullopt;
  const std::optional<Poly> right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  const std::optional<BinaryOp> kind = right ? operatorOf(op->getOpcode()) : std::nullopt;
  if (!kind)
    return std::nullopt;
  const Poly difference = *left - *right;
  if (const std::optional<int64_t> known = difference.constant())
    return compares(*kind, *known);
  return truthOfLength(reader, *kind, difference);
}

} // namespace

std::optional<bool> truthOfLength(Reader &reader, BinaryOp op, const Poly &difference) {
  if (reader.nest.loops.empty())
    return std::nullopt;
  const SourceRange range = reader.nest.loops.back().range;
  if (isLength(reader, difference, range))
    return compares(op, 1);
  return isLength(reader, Poly(0) - difference, range) ? std::optional(compares(op, -1)) : std::nullopt;
}

std::optional<bool> knownTruth(Reader &reader, const clang::IfStmt *stmt) {
  if (stmt->getInit() || stmt->hasVarStorage())
    return std::nullopt;
  const std::optional<bool> truth = knownTruth(reader, stmt->getCond());
  return truth ? truth : truthOfSize(reader, stmt);
}

} // namespace kasane
