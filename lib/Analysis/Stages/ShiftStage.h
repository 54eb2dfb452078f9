// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Moves a stage so that it stores at its own cell: the same stores at the same places, in coordinates of the cell
// stored.
//
//   x in [0, n):  A[i+1] = B[i] * i      ->     x in [1, n+1):  A[i] = B[i-1] * (i - 1)
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {
Stage shiftStage(const StencilProgram &program, const Stage &stage, const Offset &stored);
}
