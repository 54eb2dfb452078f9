// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pivot: `depth` steps of a region whose cells look at the row and the column of the step, by four kernels.
//
//   corner: where the rows and columns of these steps meet, step after step
//   rows, columns: the rest of them, step after step; no column (row) needs another
//   rest: all other cells. Each goes through the steps by itself.
//
// The first three write down what the steps' rows and columns are before each step and behind it. So all operands are
// those that the source's loops read, and a cell's operations come in their order: no algebra is asked for.
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

FamilyPlan lowerPivot(Context &context);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c, tests/kernels/closure.c, tests/kernels/elimination.c
