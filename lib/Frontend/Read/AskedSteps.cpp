// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/AskedSteps.h"

namespace kasane {
namespace {

// What isn't negative where the comparison holds, or where it doesn't.
std::optional<Poly> marginOf(Reader &reader, const clang::Expr *condition, bool holds) {
  condition = condition->IgnoreParenImpCasts();
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(condition);
  const bool isComparison = op && op->isComparisonOp() && op->getLHS()->getType()->isIntegerType();
  const std::optional<Poly> left = affineOf(reader, isComparison ? op->getLHS() : condition);
  const std::optional<Poly> right = isComparison ? affineOf(reader, op->getRHS()) : std::optional(Poly(0));
  if (!left || !right)
    return std::nullopt;
  const clang::BinaryOperatorKind said = isComparison ? op->getOpcode() : clang::BO_NE;
  const Poly apart = *left - *right;
  switch (holds ? said : clang::BinaryOperator::negateComparisonOp(said)) {
  case clang::BO_GT:
    return apart - Poly(1);
  case clang::BO_GE:
    return apart;
  case clang::BO_LT:
    return Poly(-1) - apart;
  case clang::BO_LE:
    return Poly(0) - apart;
  case clang::BO_NE: { // of what can't be below
    const std::optional<Poly> slope = apart.coefficientOf(kTimeSymbol);
    const Poly first = apart.substitute([&](const std::string &symbol) {
      return symbol == kTimeSymbol ? std::optional(reader.draft.time->lo) : std::nullopt;
    });
    const bool isAbove = slope == Poly(1) && first.constant().value_or(-1) >= 0;
    return isAbove ? std::optional(apart - Poly(1)) : std::nullopt;
  }
  default:
    return std::nullopt;
  }
}

bool isOfCall(const Poly &value) {
  return llvm::none_of(value.symbols(), [](const std::string &symbol) { return symbol[0] == '@'; });
}

void narrow(const Poly &margin, AskedSteps &steps) {
  const std::optional<Poly> slope = margin.coefficientOf(kTimeSymbol);
  if (slope == Poly(1)) {
    const Poly lo = Poly::symbol(kTimeSymbol) - margin;
    if (isOfCall(lo) && (lo - steps.lo).constant().value_or(1) > 0)
      steps.lo = lo;
  } else if (slope == Poly(-1)) {
    const Poly hi = margin + Poly::symbol(kTimeSymbol) + Poly(1);
    if (isOfCall(hi) && (steps.hi - hi).constant().value_or(1) > 0)
      steps.hi = hi;
  }
}

} // namespace

AskedSteps askedSteps(Reader &reader) {
  const AskedSteps all{reader.draft.time->lo, reader.draft.time->hi, nullptr};
  AskedSteps steps = all;
  if (reader.nest.isInside || reader.draft.time->step != 1)
    return all;
  for (const auto &[condition, holds] : reader.step.asked) {
    std::vector<const clang::Expr *> parts{condition};
    if (holds)
      splitAnd(condition, parts = {});
    for (const clang::Expr *part : parts) {
      const AskedSteps before = steps;
      const std::optional<Poly> margin =
          part->getType()->isIntegerType() ? marginOf(reader, part, holds) : std::nullopt;
      if (margin)
        narrow(*margin, steps);
      if (steps.lo == before.lo && steps.hi == before.hi)
        continue;
      ExprPtr one = conditionOf(reader, part);
      if (!one)
        return all;
      if (!holds)
        one = makeExpr(ScalarType::I32, Binary{BinaryOp::Eq, one, intLit(0, ScalarType::I32)}, one->range);
      steps.condition = steps.condition ? binary(BinaryOp::LogicalAnd, steps.condition, one) : one;
    }
  }
  return steps;
}

std::optional<Values> valuesOver(Reader &reader, const clang::Expr *expr, const AskedSteps &steps) {
  TimeLoop &time = *reader.draft.time;
  const Poly first = std::exchange(time.lo, steps.lo), last = std::exchange(time.hi, steps.hi);
  std::optional<Values> values = valuesOf(reader, expr, true);
  time.lo = first;
  time.hi = last;
  return values;
}

} // namespace kasane
