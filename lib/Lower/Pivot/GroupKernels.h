// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels of family pivot that go through the steps one after the other, on targets with work-groups. A group
// holds a tile of cells in registers. In each step those that have its row (column) show it to the others, behind one
// barrier.
//
//   corner: the steps' rows and columns where they meet; one group, which shows both
//   rows, columns: the rest of them; a group shows rows (columns) and finds the others where they were written down.
//     Where groups of both are alike, one kernel has them all
#pragma once

#include "Pivot/GroupPanels.h"

namespace kasane::lowering {

// In the order in which they are launched.
std::vector<Kernel> stepsKernels(const Context &whole, const PivotPass &pass, const GroupPanels &panels,
                                 const PivotGroups &groups);

} // namespace kasane::lowering

// Tests: tests/kernels/paths.c, tests/kernels/elimination.c
