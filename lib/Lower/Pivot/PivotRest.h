// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of family pivot for all cells beside the steps' rows and columns. Each goes through all steps of a pass by
// itself: a block of some rows, as wide as a panel, is held in arrays of the work-item, which are registers. What is
// left at the ends, and beside the steps' places, is updated where it is.
//
//   for panel { for block of rows { d0[..] = D[y][..]; ..
//     for step { a0 = column of row y; ..  d0[c] = f(d0[c], a0, row[c]); .. }
//     D[y][..] = d0[..]; .. } }
#pragma once

#include "Pivot/PivotCells.h"

namespace kasane::lowering {

Kernel restKernel(const Context &whole, const PivotCells &pass);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c
