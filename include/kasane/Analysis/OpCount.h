// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a step costs at a cell. In: a stage, or a program. Out: operations, arrays, bytes.
//
//   float B := 0.5 * (A[-1] + A[+1])     2 operations, 2 arrays, 8 bytes
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

struct OpCount {
  int operations = 0; // arithmetic operators of the source (no index arithmetic); a division or a call counts one
  int arrays = 0;     // distinct fields touched
  int bytes = 0;      // element bytes read once and written once per cell
};
OpCount countOps(const StencilProgram &program, const Stage &stage);
OpCount countOps(const StencilProgram &program); // all stages and what is collected, arrays counted once

} // namespace kasane
