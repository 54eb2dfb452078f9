// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that come of doubles: whole numbers that a double holds, in sums, and what is left of a constant.
//
//   static const double ex[3] = {0, 1, -1};     (int)ex[k], int at = i + ex[k];   ->   1, i + 1 where k is 1
#pragma once

#include "Read/Reader.h"

namespace kasane {

// What becomes an integer; silent nullopt: it may have a fraction, or be none that a double holds.
std::optional<Poly> wholeNumber(Reader &reader, const clang::Expr *expr);

} // namespace kasane

// Tests: tests/kernels/real_tables.c
