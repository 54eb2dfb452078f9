// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of a stage whose cells come in the order of the loops (see kasane/Analysis/Fronts.h). In: the stage, and
// one cell's statements. Out: the kernel's grid, fronts, group and body.
//
//   one line waits:     for y { u[y][x] = u[y - 1][x] + .. }: tiles along x, each goes along y
//   several do:         on a processor fronts of tiles, where some rows take turns; on a device a launch for each
//                       front, of tiles whose rows are one work-item's each, or of cells
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

void putInOrder(Kernel &kernel, const Context &context, const Schedule &schedule, const Stage &stage, KBody cell);

} // namespace kasane::lowering

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/codegen/openmp/in_order.c, tests/codegen/opencl/in_order.c
