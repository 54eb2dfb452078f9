// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers of a cell as polynomials over parameters and the cell's coordinates.
#pragma once

#include "kasane/IR/Narrow.h"

namespace kasane {

// A cell's coordinate in a polynomial; no C name can clash with it.
std::string indexSymbol(int axis);

// The expression's value. Unsigned arithmetic and narrowing wrap around and are left alone; signed overflow is
// undefined in the original.
std::optional<Poly> cellPoly(const IsParam &isParam, const Expr &e);

// Of an integer that is compared with zero alone, for which conversions to wider ones and to truths make no difference.
std::optional<Poly> cellPolyOrZero(const IsParam &isParam, const Expr &e);

} // namespace kasane

// Tests: tests/unit/analysis/BoundsTest.cpp
