// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests whose cells look at the row or the column of the step: each becomes stages whose cells may run in any order.
// In: a nest that followsTime. Out: the stages, in an order that gives every read the value that the source's has. What
// must hold of the parameters becomes a guard of the program, and the program may get fields of a step's own
// (KeptPlaces.h). What stands in the way is reported at the read.
//
// The place of the step cuts each of its axes in three. No cell of a part reads what another cell of it stores, and
// comparisons say which part has to come first: in the loops' order the first parts read old values of row k, the last
// ones new ones.
//
//   for k for i for j  D[i][j] = f(D[i][j], D[i][k], D[k][j])
//       stages: y in [0, k)  x in [0, k);  y in [0, k)  x in [k, k + 1);  .. x in [k + 1, n);  y in [k, k + 1) ..
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

std::optional<std::vector<Stage>> pivotStages(StencilProgram &program, const Stage &nest, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/unit/analysis/PivotStagesTest.cpp, tests/kernels/paths.c
