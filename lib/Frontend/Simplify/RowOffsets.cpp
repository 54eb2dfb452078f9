// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/RowOffsets.h"

#include "Ast/Effects.h"
#include "Ast/Source.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kShortest = 8; // shorter rows aren't told from cells
constexpr int64_t kMostAway = 3; // rows, cells

// Goes through sums and products of integers: (k * ny + j) * nx + i has the lengths ny * nx and nx.
class Finder {
public:
  Finder(const clang::ASTContext &ast, const Rehearsal &rehearsal, const Expansion &expansion)
      : ast_(ast), rehearsal_(rehearsal), effects_(effectsOf(expansion.stmt)) {
    walk(expansion.stmt);
  }

  std::vector<RowLength> lengths;

private:
  using Factors = std::vector<const clang::Expr *>;

  void walk(const clang::Stmt *stmt) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (op && op->getType()->isIntegerType() && (op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul))
      return take(op, {});
    walkParts(stmt);
  }

  void walkParts(const clang::Stmt *stmt) {
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  void take(const clang::Expr *expr, const Factors &factors) {
    expr = expr->IgnoreParenImpCasts();
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
    if (op && op->isAdditiveOp()) {
      take(op->getLHS(), factors);
      return take(op->getRHS(), factors);
    }
    const bool isProduct = op && op->getOpcode() == clang::BO_Mul;
    for (const bool fromRight : {true, false})
      if (const clang::Expr *kept = isProduct ? known(fromRight ? op->getRHS() : op->getLHS()) : nullptr) {
        Factors more = factors;
        more.push_back(kept);
        return take(fromRight ? op->getLHS() : op->getRHS(), more);
      }
    if (!factors.empty() && !known(expr))
      add(factors);
    walkParts(expr);
  }

  // The number that the region doesn't change, by names that there are at its beginning; null: it is none.
  const clang::Expr *known(const clang::Expr *expr) const {
    expr = expr->IgnoreParenImpCasts();
    const clang::VarDecl *var = variableOf(expr);
    if (var && effects_.declared.count(var))
      return var->getInit() && !effects_.assigned.count(var) ? known(var->getInit()) : nullptr;
    const bool isOwn = holds(expr, [&](const clang::Stmt *part) {
      const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
      return ref && effects_.declared.count(llvm::dyn_cast<clang::VarDecl>(ref->getDecl()));
    });
    return !isOwn && !expr->HasSideEffects(ast_) && isInvariant(expr, effects_) ? expr : nullptr;
  }

  void add(const Factors &factors) {
    int64_t value = 1;
    bool isNumber = true;
    for (const clang::Expr *factor : factors) {
      const std::optional<Rehearsed> one = rehearsal_.valueOf(factor);
      if (!one || one->number <= 0 || value > INT32_MAX / one->number)
        return;
      value *= one->number;
      isNumber &= factor->getIntegerConstantExpr(ast_).has_value();
    }
    const bool isThere = llvm::any_of(lengths, [&](const RowLength &length) { return length.value == value; });
    if (!isNumber && !isThere && value >= kShortest)
      lengths.push_back({factors, value});
  }

  const clang::ASTContext &ast_;
  const Rehearsal &rehearsal_;
  const Effects effects_;
};

} // namespace

bool RowOffset::isPlain() const {
  return std::all_of(times.begin(), times.end(), [](int64_t n) { return n == 0; });
}

std::vector<RowLength> rowLengths(const clang::ASTContext &ast, const Rehearsal &rehearsal,
                                  const Expansion &expansion) {
  std::vector<RowLength> lengths = Finder(ast, rehearsal, expansion).lengths;
  std::sort(lengths.begin(), lengths.end(), [](const RowLength &a, const RowLength &b) { return a.value > b.value; });
  return lengths;
}

std::optional<RowOffset> rowOffset(int64_t number, const std::vector<RowLength> &lengths) {
  RowOffset offset;
  for (const RowLength &length : lengths) {
    const int64_t half = number < 0 ? -(length.value / 2) : length.value / 2;
    offset.times.push_back((number + half) / length.value);
    number -= offset.times.back() * length.value;
  }
  offset.cells = number;
  const bool isNear =
      std::all_of(offset.times.begin(), offset.times.end(), [](int64_t n) { return std::abs(n) <= kMostAway; }) &&
      std::abs(number) <= kMostAway;
  return isNear ? std::optional(offset) : std::nullopt;
}

std::string textOf(const clang::ASTContext &ast, const RowOffset &offset, const std::vector<RowLength> &lengths) {
  std::string text;
  for (size_t n = 0; n < lengths.size(); ++n) {
    if (offset.times[n] == 0)
      continue;
    text += (text.empty() ? "" : " + ") + std::to_string(offset.times[n]) + "LL";
    for (const clang::Expr *factor : lengths[n].factors)
      text += " * (" + writtenAnew(ast, factor) + ")";
  }
  return text.empty() ? std::to_string(offset.cells) : text + " + " + std::to_string(offset.cells);
}

clang::Expr *exprOf(Cloner &cloner, const clang::ASTContext &constant, const RowOffset &offset,
                    const std::vector<RowLength> &lengths, clang::QualType type, clang::SourceLocation at) {
  auto &ast = const_cast<clang::ASTContext &>(constant);
  const clang::QualType wide = ast.LongLongTy;
  const auto as = [&](clang::Expr *expr, clang::QualType to) -> clang::Expr * {
    if (ast.hasSameUnqualifiedType(expr->getType(), to))
      return expr;
    return cloner.noted(clang::ImplicitCastExpr::Create(ast, to.getUnqualifiedType(), clang::CK_IntegralCast, expr,
                                                        nullptr, clang::VK_PRValue, {}));
  };
  clang::Expr *sum = nullptr;
  for (size_t n = 0; n < lengths.size(); ++n) {
    if (offset.times[n] == 0)
      continue;
    clang::Expr *term = cloner.number(offset.times[n], wide, at);
    for (const clang::Expr *factor : lengths[n].factors) {
      auto *value = const_cast<clang::Expr *>(factor);
      if (value->isGLValue())
        value = cloner.rvalueOf(value);
      term = cloner.combined(clang::BO_Mul, term, as(value, wide), wide);
    }
    sum = sum ? cloner.combined(clang::BO_Add, sum, term, wide) : term;
  }
  clang::Expr *cells = cloner.number(offset.cells, wide, at);
  return as(sum ? cloner.combined(clang::BO_Add, sum, cells, wide) : cells, type);
}

} // namespace kasane
