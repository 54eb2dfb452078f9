// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Colours: what conditions modulo a number say about the cells for which they hold. All such cells satisfy
//
//   slope . cell + rest == 0  (modulo `modulus`)
//
// where the rest has one value in all cells of a step.
//
//   (i + j) % 2 == c  holds:  i + j - c == 0 (2)        (i + 2 * j) & 3  fails:  i + 2j == 0 (4)
//   (i - (1 + (j + c) % 2)) % 2 == 0  holds:  i - j - c - 1 == 0 (2)
//
// C's remainder of a negative number is negative, but congruent all the same.
#pragma once

#include "kasane/IR/Narrow.h"

namespace kasane {

struct Colour {
  int64_t modulus;
  Offset slope;
  Poly rest;          // over parameters, step scalars, kTimeSymbol, and other terms as they print, in parentheses
  bool exact = false; // the condition holds in all such cells
};

// The colours that the condition selects when it holds (or does not), in cells that lie within `cells`.
std::vector<Colour> coloursOf(const StencilProgram &program, const Definitions &locals, const CellRegion &cells,
                              const Expr &condition, bool holds);

// Colours of the cells x and y. Whether x + distance == y rules itself out;
// an axis whose distance is nullopt may have any.
using Distance = std::array<std::optional<Poly>, kMaxAxes>;
bool differ(const Colour &x, const Colour &y, const Distance &distance);
// Whether they are one colour, and the distance joins cells of it.
bool areAlike(const Colour &x, const Colour &y, const Distance &distance);

} // namespace kasane

// Tests: tests/unit/analysis/ColoursTest.cpp, tests/codegen/openmp/colours.c
