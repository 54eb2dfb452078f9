// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Bounds of integers: (j + c) % 2 lies in [0, 1] where j + c isn't negative, t + 1 in [lo + 1, hi] where t counts from
// lo to hi - 1.
#include "Read/Reader.h"

namespace kasane {
namespace {

// The least or greatest value over the cells of the loops around and over the steps.
std::optional<Poly> extremeOf(const Reader &reader, const Poly &value, bool greatest) {
  bool known = true;
  Poly extreme = value.substitute([&](const std::string &symbol) -> std::optional<Poly> {
    if (symbol[0] != '@')
      return std::nullopt;
    std::optional<Poly> slope = value.coefficientOf(symbol);
    std::optional<int64_t> number = slope ? slope->constant() : std::nullopt;
    for (size_t l = 0; number && l < reader.nest.loops.size(); ++l)
      if (symbol == loopSymbol(l))
        return (*number > 0) != greatest ? reader.nest.loops[l].lo : reader.nest.loops[l].hi - Poly(1);
    if (number && symbol == kTimeSymbol && reader.draft.time)
      return (*number > 0) != greatest ? reader.draft.time->lo : lastTime(*reader.draft.time);
    known = false;
    return std::nullopt;
  });
  return known ? std::optional(extreme) : std::nullopt;
}

// A remainder is not negative where its operand isn't: the call checks that.
bool requireNonNegative(Reader &reader, const clang::Expr *operand) {
  if (operand->IgnoreParenImpCasts()->getType()->isUnsignedIntegerType())
    return true;
  std::optional<Poly> value = affineOf(reader, operand),
                      least = value ? extremeOf(reader, *value, false) : std::nullopt;
  if (!least || (least->constant() && *least->constant() < 0))
    return false;
  require(reader, *least, "a remainder may be negative", reader.range(operand));
  return true;
}

// Over parameters and the counters of loops that are written out.
bool isFixed(const Reader &reader, const clang::Stmt *stmt) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    return var && (reader.nest.unrolled.count(var) || isInvariant(ref, reader.effects));
  }
  for (const clang::Stmt *child : stmt->children())
    if (child && !isFixed(reader, child))
      return false;
  return true;
}

std::optional<Values> ofBinary(Reader &reader, const clang::BinaryOperator *op, bool overSteps) {
  if (op->isComparisonOp() || op->isLogicalOp())
    return Values{0, 1};
  if (op->getOpcode() == clang::BO_Rem || op->getOpcode() == clang::BO_And) {
    std::optional<llvm::APSInt> number = op->getRHS()->getIntegerConstantExpr(reader.ast);
    bool isMask = op->getOpcode() == clang::BO_And;
    if (!number || number->getExtValue() < 1 || (!isMask && !requireNonNegative(reader, op->getLHS())))
      return std::nullopt;
    return Values{0, Poly(number->getExtValue() - (isMask ? 0 : 1))};
  }
  std::optional<Values> left = valuesOf(reader, op->getLHS(), overSteps),
                        right = valuesOf(reader, op->getRHS(), overSteps);
  if (!left || !right)
    return std::nullopt;
  if (op->getOpcode() == clang::BO_Add)
    return Values{left->lo + right->lo, left->hi + right->hi};
  if (op->getOpcode() == clang::BO_Sub)
    return Values{left->lo - right->hi, left->hi - right->lo};
  const auto isBit = [](const Values &values) {
    return values.lo.constant().value_or(-1) >= 0 && values.hi.constant().value_or(2) <= 1;
  };
  if (op->getOpcode() == clang::BO_Xor && isBit(*left) && isBit(*right))
    return Values{0, 1};
  return std::nullopt;
}

std::optional<Values> ofSelect(Reader &reader, const clang::ConditionalOperator *select, bool overSteps) {
  std::optional<Values> yes = valuesOf(reader, select->getTrueExpr(), overSteps),
                        no = valuesOf(reader, select->getFalseExpr(), overSteps);
  std::optional<int64_t> low = yes && no ? (no->lo - yes->lo).constant() : std::nullopt;
  std::optional<int64_t> high = yes && no ? (no->hi - yes->hi).constant() : std::nullopt;
  if (!low || !high)
    return std::nullopt;
  return Values{*low < 0 ? no->lo : yes->lo, *high > 0 ? no->hi : yes->hi};
}

bool isOver(const Poly &value, bool steps) {
  for (const std::string &symbol : value.symbols())
    if (symbol[0] == '@' && !(steps && symbol == kTimeSymbol))
      return false;
  return true;
}

std::optional<Values> ofPoly(Reader &reader, const clang::Expr *expr, bool overSteps) {
  std::optional<Poly> value = affineOf(reader, expr);
  if (!value || isSelected(reader, *value) || !isOver(*value, overSteps))
    return std::nullopt;
  std::optional<Poly> lo = extremeOf(reader, *value, false), hi = extremeOf(reader, *value, true);
  return lo && hi ? std::optional(Values{*lo, *hi}) : std::nullopt;
}

} // namespace

std::optional<Values> valuesOf(Reader &reader, const clang::Expr *expr, bool overSteps) {
  expr = expr->IgnoreParenImpCasts();
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(expr)) {
    const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
    bool isLocal = var && var->getInit() && reader.effects.declared.count(var) && !reader.effects.assigned.count(var);
    if (isLocal)
      return valuesOf(reader, var->getInit(), overSteps);
  }
  if (isFixed(reader, expr))
    return ofPoly(reader, expr, overSteps);
  if (const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(expr))
    return ofSelect(reader, select, overSteps);
  if (const auto *op = llvm::dyn_cast<clang::UnaryOperator>(expr); op && op->getOpcode() == clang::UO_LNot)
    return Values{0, 1};
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  bool isWhole = !op || op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul; // 2 * t - t is t
  if (std::optional<Values> values = isWhole ? ofPoly(reader, expr, overSteps) : std::nullopt)
    return values;
  return op ? ofBinary(reader, op, overSteps) : std::nullopt;
}

bool endsAtBound(const TimeLoop &time) {
  return time.step == 1 || (time.hi - time.lo).dividedBy(Poly(time.step)).has_value();
}

Poly lastTime(const TimeLoop &time) { return time.hi - Poly(endsAtBound(time) ? time.step : 1); }

} // namespace kasane
