// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Subscripts that are computed bit by bit, as sums and products.
#pragma once

#include "Read/Reader.h"

namespace kasane {

// A bit that the step alone decides: (t & 1) ^ 1, (t ^ 1) & 1, ~t & 1. Silent nullopt.
std::optional<Poly> bitOfStep(Reader &reader, const clang::BinaryOperator *op);

// y << 6 is y * 64, and (y << 6) | x is their sum where x is known to lie in 0 to 63. Silent nullopt.
std::optional<Poly> sumOfBits(Reader &reader, const clang::BinaryOperator *op);

// value % modulus, or value & modulus, as what the time loop's variable decides; notes what must hold for that.
// In Affine.cpp.
std::optional<Poly> phaseAt(Reader &reader, const Poly &value, const Poly &modulus, bool isMask, const clang::Expr *at);

} // namespace kasane

// Tests: tests/kernels/parity_since.c, tests/kernels/bit_places.c
