// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Bits.h"

#include "Ast/Lengths.h"
#include "kasane/Layout/Phase.h"

#include <algorithm>

namespace kasane {
namespace {

constexpr int64_t kMostShift = 31; // of an int

// Does the polynomial say 0 or 1 in each step?
bool isBit(const Poly &value) {
  const std::optional<std::vector<int64_t>> table = phaseTable(value);
  const std::vector<int64_t> values = table ? *table : std::vector<int64_t>{value.constant().value_or(-1)};
  return std::ranges::all_of(values, [](int64_t entry) { return entry == 0 || entry == 1; });
}

// The value, or only its last bit.
std::optional<Poly> bitIn(Reader &reader, const clang::Expr *expr, bool isLast) {
  expr = plain(expr);
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr);
      unary && unary->getOpcode() == clang::UO_Not && isLast) {
    const std::optional<Poly> value = bitIn(reader, unary->getSubExpr(), true);
    return value ? std::optional(Poly(1) - *value) : std::nullopt;
  }
  if (const clang::BinaryOperator *both = operation(expr, {clang::BO_Xor})) {
    const std::optional<Poly> left = bitIn(reader, both->getLHS(), isLast),
                              right = left ? bitIn(reader, both->getRHS(), isLast) : std::nullopt;
    return right ? std::optional(*left + *right - Poly(2) * *left * *right) : std::nullopt;
  }
  const clang::BinaryOperator *mask = operation(expr, {clang::BO_And});
  const std::optional<llvm::APSInt> by = mask ? mask->getRHS()->getIntegerConstantExpr(reader.ast) : std::nullopt;
  if (by && *by == 1)
    return bitIn(reader, mask->getLHS(), true);
  std::optional<Poly> value = affineOf(reader, expr);
  if (value && isLast)
    value = value->constant() ? Poly(*value->constant() & 1) : phaseAt(reader, *value, Poly(1), true, expr);
  return value && isBit(*value) ? value : std::nullopt;
}

std::optional<int64_t> shiftIn(const Reader &reader, const clang::Expr *expr) {
  const clang::BinaryOperator *shift = operation(expr, {clang::BO_Shl});
  const std::optional<llvm::APSInt> by = shift ? shift->getRHS()->getIntegerConstantExpr(reader.ast) : std::nullopt;
  return by && *by >= 0 && *by <= kMostShift ? std::optional(by->getExtValue()) : std::nullopt;
}

// How many of the last bits are known to be 0.
int64_t zerosIn(const Reader &reader, const clang::Expr *expr) {
  if (const std::optional<int64_t> shift = shiftIn(reader, expr))
    return *shift + zerosIn(reader, operation(expr, {clang::BO_Shl})->getLHS());
  const clang::BinaryOperator *op = operation(expr, {clang::BO_Or, clang::BO_Add, clang::BO_Mul});
  const std::optional<llvm::APSInt> number = plain(expr)->getIntegerConstantExpr(reader.ast);
  if (!op)
    return number && *number != 0 ? number->countr_zero() : 0;
  const int64_t left = zerosIn(reader, op->getLHS()), right = zerosIn(reader, op->getRHS());
  return op->getOpcode() == clang::BO_Mul ? left + right : std::min(left, right);
}

// As many bits hold it in all cells; nullopt: that isn't known, or it may be negative.
std::optional<int64_t> bitsOf(Reader &reader, const clang::Expr *expr) {
  if (const std::optional<int64_t> shift = shiftIn(reader, expr)) {
    const std::optional<int64_t> bits = bitsOf(reader, operation(expr, {clang::BO_Shl})->getLHS());
    return bits ? std::optional(*bits + *shift) : std::nullopt;
  }
  const std::optional<Values> values = valuesOf(reader, plain(expr));
  const std::optional<int64_t> least = values ? values->lo.constant() : std::nullopt,
                               most = least ? values->hi.constant() : std::nullopt;
  if (!most || *least < 0 || *most < *least)
    return std::nullopt;
  return *most == 0 ? 0 : 64 - __builtin_clzll(static_cast<unsigned long long>(*most));
}

} // namespace

std::optional<Poly> bitOfStep(Reader &reader, const clang::BinaryOperator *op) {
  const bool isMasked = op->getOpcode() == clang::BO_And;
  const std::optional<llvm::APSInt> by = isMasked ? op->getRHS()->getIntegerConstantExpr(reader.ast) : std::nullopt;
  if (isMasked && !(by && *by == 1)) // others leave more than the last bit, or none
    return std::nullopt;
  const clang::Expr *of = isMasked ? plain(op->getLHS()) : op;
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(of);
  const bool isFlipped = operation(of, {clang::BO_Xor}) || (unary && unary->getOpcode() == clang::UO_Not);
  return isFlipped ? bitIn(reader, op, false) : std::nullopt;
}

std::optional<Poly> sumOfBits(Reader &reader, const clang::BinaryOperator *op) {
  if (const std::optional<int64_t> shift = shiftIn(reader, op)) {
    const std::optional<Poly> value = affineOf(reader, op->getLHS());
    return value ? std::optional(*value * Poly(int64_t(1) << *shift)) : std::nullopt;
  }
  if (op->getOpcode() != clang::BO_Or)
    return std::nullopt;
  const auto isBelow = [&](const clang::Expr *low, const clang::Expr *high) {
    const std::optional<int64_t> bits = bitsOf(reader, low);
    return bits && *bits <= zerosIn(reader, high);
  };
  if (!isBelow(op->getRHS(), op->getLHS()) && !isBelow(op->getLHS(), op->getRHS()))
    return std::nullopt;
  const std::optional<Poly> left = affineOf(reader, op->getLHS()),
                            right = left ? affineOf(reader, op->getRHS()) : std::nullopt;
  return right ? std::optional(*left + *right) : std::nullopt;
}

} // namespace kasane
