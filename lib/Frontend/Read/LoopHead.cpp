// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heads of loops: for (i = lo; i < hi; i++) in its spellings.
#include "Ast/CountedEnds.h"
#include "Read/Reader.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

// The parts of `a, b, c` in order.
void splitCommas(const clang::Expr *expr, std::vector<const clang::Expr *> &parts) {
  expr = expr->IgnoreParens();
  const auto *comma = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!comma || comma->getOpcode() != clang::BO_Comma)
    return parts.push_back(expr);
  splitCommas(comma->getLHS(), parts);
  splitCommas(comma->getRHS(), parts);
}

// The terms of i + r - 1 beside the variable; false where it isn't in there, once and added.
bool splitSum(const clang::Expr *expr, bool negative, LoopShape &shape, bool &found) {
  expr = expr->IgnoreParenImpCasts();
  const clang::ASTContext &ast = shape.var->getASTContext();
  const auto *cast = llvm::dyn_cast<clang::CStyleCastExpr>(expr); // (size_t)i is what the comparison would make of it
  const clang::Expr *whole = cast && cast->getCastKind() == clang::CK_IntegralCast ? cast->getSubExpr() : expr;
  if (whole != expr && variableOf(whole->IgnoreParenImpCasts()) == shape.var &&
      ast.getTypeSize(cast->getType()) >= ast.getTypeSize(shape.var->getType()))
    expr = whole->IgnoreParenImpCasts();
  if (variableOf(expr) == shape.var)
    return !negative && !std::exchange(found, true);
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (sum && sum->isAdditiveOp() && sum->getType()->isIntegerType())
    return splitSum(sum->getLHS(), negative, shape, found) &&
           splitSum(sum->getRHS(), negative != (sum->getOpcode() == clang::BO_Sub), shape, found);
  (negative ? shape.taken : shape.added).push_back(expr);
  return true;
}

bool isUnsigned(const clang::Expr *expr) { return expr->getType()->isUnsignedIntegerType(); }

// A sum of unsigned values is the number that it looks like where nothing in it is negative and it only grows: one that
// wraps on the way to its bound never gets there.
bool comparesAsNumber(const Reader &reader, const clang::BinaryOperator *op, const clang::Expr *side,
                      const LoopShape &shape) {
  bool wraps = isUnsigned(op->getLHS()) || holds(side, [](const clang::Stmt *part) {
                 const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(part);
                 return sum && isUnsigned(sum);
               });
  if (!wraps || (shape.added.empty() && shape.taken.empty()))
    return true;
  for (const clang::Expr *term : shape.added) {
    std::optional<llvm::APSInt> value = term->getIntegerConstantExpr(reader.ast);
    if (value ? value->isNegative() : !isUnsigned(term))
      return false;
  }
  return shape.taken.empty() && shape.step > 0;
}

// i < x, where the region doesn't change the floating x:
// one with an integer that every value of the counter is exact in.
bool comparesExactly(const Reader &reader, const clang::BinaryOperator *op, const clang::Expr *limit,
                     const LoopShape &shape) {
  if (!op->getLHS()->getType()->isRealFloatingType())
    return true;
  const bool isExact = reader.ast.hasSameUnqualifiedType(op->getLHS()->getType(), reader.ast.DoubleTy) &&
                       reader.ast.getTypeSize(shape.var->getType()) <= 32;
  return isExact && shape.step > 0 && shape.added.empty() && shape.taken.empty() && op->getOpcode() != clang::BO_NE &&
         !limit->HasSideEffects(reader.ast) && isInvariant(limit, reader.effects, true);
}

// i != 9, in steps of 2 from 1: does the counter come to the end?
bool comesTo(const Reader &reader, const LoopShape &shape) {
  if (shape.step == 1 || shape.step == -1)
    return true;
  const auto numberOf = [&](const clang::Expr *expr) {
    return expr ? expr->getIntegerConstantExpr(reader.ast) : std::nullopt;
  };
  const std::optional<llvm::APSInt> first = numberOf(shape.first), limit = numberOf(shape.limit);
  if (!first || !limit || !shape.added.empty() || !shape.taken.empty())
    return false;
  const int64_t distance = limit->getExtValue() - first->getExtValue();
  return distance % shape.step == 0 && distance / shape.step >= 0;
}

// Limit and comparison, turned so that the variable stands left.
bool readComparison(const Reader &reader, const clang::Expr *cond, LoopShape &shape) {
  const auto *op = llvm::dyn_cast_or_null<clang::BinaryOperator>(cond ? cond->IgnoreParens() : nullptr);
  if (!op || !(op->isRelationalOp() || op->getOpcode() == clang::BO_NE))
    return false;
  for (const clang::Expr *side : {op->getLHS(), op->getRHS()}) {
    bool found = false, isLeft = side == op->getLHS();
    shape.added.clear();
    shape.taken.clear();
    if (!splitSum(side, false, shape, found) || !found)
      continue;
    clang::BinaryOperatorKind kind = op->getOpcode();
    if (!isLeft && kind != clang::BO_NE)
      kind = clang::BinaryOperator::reverseComparisonOp(kind);
    shape.limit = isLeft ? op->getRHS() : op->getLHS();
    shape.inclusive = kind == clang::BO_LE || kind == clang::BO_GE;
    shape.exact = kind == clang::BO_NE;
    shape.isUnsigned = isUnsigned(op->getLHS());
    bool upwards = kind == clang::BO_LT || kind == clang::BO_LE;
    bool arrives = shape.exact ? comesTo(reader, shape) : upwards == (shape.step > 0);
    return arrives && comparesAsNumber(reader, op, side, shape) && comparesExactly(reader, op, shape.limit, shape);
  }
  return false;
}

bool readCondition(const Reader &reader, const clang::Expr *cond, LoopShape &shape) {
  LoopShape bounded = shape;
  bool ok = readComparison(reader, cond, bounded);
  if (ok)
    shape = bounded;
  return ok;
}

// One part bounds the variable; the others are conditions of their own.
bool readConditions(const Reader &reader, const clang::Expr *cond, LoopShape &shape) {
  std::vector<const clang::Expr *> parts;
  splitAnd(cond, parts);
  for (const clang::Expr *part : parts)
    if (shape.limit || !readCondition(reader, part, shape))
      shape.also.push_back(part);
  return shape.limit || !shape.also.empty();
}

bool checkVariable(Reader &reader, const clang::ForStmt *loop, const LoopShape &shape) {
  const bool isChanged = holds(loop->getBody(), [&](const clang::Stmt *part) {
    const clang::Expr *assigned = assignedIn(part);
    return assigned && variableOf(assigned) == shape.var;
  });
  if (isChanged) {
    std::vector<const clang::Expr *> writes;
    collectWrites(loop->getBody(), shape.var, writes);
    const bool ends = hasLoop(loop->getBody()) && meansEnd(reader.ast, loop, writes[0]);
    reader.diags.add(ends ? DiagId::loop_ended_by_counter : DiagId::loop_variable_changed, reader.range(writes[0]),
                     {shape.var->getNameAsString()});
    reader.diags.last().notes.push_back({DiagId::note_loop_here, headRange(reader, loop), {}});
    return false;
  }
  if (shape.var->getType()->isPointerType())
    return reader.diags.add(DiagId::loop_not_canonical, headRange(reader, loop)), false;
  if (!scalarTypeOf(reader.ast, shape.var->getType()))
    return reader.failType(loop->getInit() ? loop->getInit() : loop->getCond(), shape.var->getType()), false;
  return true;
}

} // namespace

SourceRange headRange(const Reader &reader, const clang::ForStmt *loop) {
  return reader.range(clang::SourceRange(loop->getForLoc(), loop->getRParenLoc()));
}

namespace {

// Of i < x the least integer that isn't below x, of i <= x the greatest that isn't above. NaN, with which no comparison
// holds, is below all.
std::optional<Poly> floatingLimit(Reader &reader, const LoopShape &shape) {
  const double reach = 9007199254740992.0; // 2^53; an integer beyond is as good
  clang::Expr::EvalResult result;
  if (shape.limit->EvaluateAsRValue(result, reader.ast) && result.Val.isFloat()) {
    noteFolded(reader, shape.limit);
    const double value = result.Val.getFloat().convertToDouble(),
                 whole = shape.inclusive ? std::floor(value) : std::ceil(value);
    if (!(whole > -reach)) // not a number, too
      return Poly(static_cast<int64_t>(-reach));
    return Poly(static_cast<int64_t>(std::min(whole, reach)));
  }
  const std::string x = "(" + spelled(reader, shape.limit) + ")", most = std::to_string(static_cast<int64_t>(reach)),
                    whole = "(long long)" + x;
  const std::string nearest = shape.inclusive ? whole + " - ((double)" + whole + " > " + x + ")"
                                              : whole + " + ((double)" + whole + " < " + x + ")";
  reader.draft.params.push_back(
      {reader.names.take(shape.var->getNameAsString() + "_limit"), ScalarType::I64,
       "(" + x + " >= " + most + ".0 ? " + most + " : " + x + " > -" + most + ".0 ? " + nearest + " : -" + most + ")"});
  return Poly::symbol(reader.draft.params.back().name);
}

} // namespace

std::optional<Poly> limitOf(Reader &reader, const LoopShape &shape,
                            std::optional<Poly> (*read)(Reader &, const clang::Expr *)) {
  if (shape.limit->getType()->isRealFloatingType())
    return floatingLimit(reader, shape);
  std::optional<Poly> limit = read(reader, shape.limit);
  for (const clang::Expr *term : shape.added)
    if (std::optional<Poly> value = limit ? read(reader, term) : std::nullopt; value)
      limit = *limit - *value;
    else
      limit = std::nullopt;
  for (const clang::Expr *term : shape.taken)
    if (std::optional<Poly> value = limit ? read(reader, term) : std::nullopt; value)
      limit = *limit + *value;
    else
      limit = std::nullopt;
  return limit;
}

namespace {

// Sums and products of unsigned parameters.
bool isNeverNegative(const Reader &reader, const Poly &value) {
  return std::all_of(value.terms().begin(), value.terms().end(), [&](const auto &term) {
    return term.second >= 0 && std::all_of(term.first.begin(), term.first.end(), [&](const std::string &symbol) {
             return std::any_of(reader.draft.params.begin(), reader.draft.params.end(), [&](const Param &param) {
               return param.name == symbol &&
                      (param.type == ScalarType::U32 || param.type == ScalarType::U16 || param.type == ScalarType::U8);
             });
           });
  });
}

} // namespace

void requireNumbers(Reader &reader, const LoopShape &shape, const Poly &first, const std::optional<Poly> &limit,
                    SourceRange range) {
  const std::string reason = "a loop counts from or to a number below zero, which is a large one there";
  if ((shape.isUnsigned || shape.var->getType()->isUnsignedIntegerType()) && !isNeverNegative(reader, first))
    require(reader, first, reason, range);
  if (shape.isUnsigned && limit && !isNeverNegative(reader, *limit))
    require(reader, *limit, reason, range);
}

std::optional<LoopShape> loopShape(Reader &reader, const clang::ForStmt *loop) {
  LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
  std::vector<const clang::Expr *> parts;
  bool ok = loop->getInit() ? readInit(loop->getInit(), shape) : (shape.var = countedBy(loop)) != nullptr;
  ok = ok && loop->getInc() && loop->getCond();
  if (ok) {
    splitCommas(loop->getInc(), parts);
    for (const clang::Expr *part : parts)
      if (int64_t step = shape.step == 0 ? stepOf(part, shape.var, reader.ast) : 0)
        shape.step = step;
      else
        shape.tail.push_back(part);
    ok = shape.step != 0 && readConditions(reader, loop->getCond(), shape);
  }
  if (!ok) {
    reader.diags.add(DiagId::loop_not_canonical, headRange(reader, loop));
    return std::nullopt;
  }
  if (!checkVariable(reader, loop, shape))
    return std::nullopt;
  return shape;
}

} // namespace kasane
