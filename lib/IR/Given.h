// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a comparison of parameters says about the cells where it holds. Where r >= 2, a cell below n - r is below n - 2,
// too: what such a cell reads two elements ahead is no further than what it reads r elements ahead.
//
//   x in [r, n - r), `r >= 2` holds:     x < n - r and x < n - r + (r - 2)
#pragma once

#include "kasane/IR/Narrow.h"

namespace kasane {

// Of difference `op` 0, where the difference holds no coordinate. The bounds are added behind the first of each axis.
void noteParameters(CellRegion &cells, BinaryOp op, const Poly &difference);

} // namespace kasane

// Tests: tests/unit/analysis/BoundsTest.cpp
