// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Extremes and tests of integers that go by other types, as those of integers:
//
//   (int)fmax(0, i - 2)          ->   (0 > i - 2 ? 0 : i - 2)
//   k <= fmin(n - 1, i + 2)      ->   k <= (n - 1 < i + 2 ? n - 1 : i + 2)
//
//   (unsigned)x < 64             ->   (x >= 0 && x < 64), with a bound of any type that the region leaves alone
//
// A double has each value of a signed integer of at most 32 bits, so both are the same. They become an integer, or are
// compared with one; all others stay.
//
// In: the region with its calls expanded.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void writeExtremes(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/float_clamps.c, tests/diagnostics/subscript_not_affine.c
