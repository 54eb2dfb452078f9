// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghost planes that some loop nests refresh from the opposite side. In: a program with parallel stages. Out: the
// program without them, in which elements beyond an end are read at the other one; nullopt where that isn't the same.
//
//   x in [1, n-1): B = A[-1] + A[+1];  x in [0, 1): B = B[n-2];  x in [n-1, n): B = B[2-n];  swap
//     ->   x in [1, n-1): B = (x < 2 ? A[n-3] : A[-1]) + (x >= n-2 ? A[3-n] : A[+1]);  swap
//
// It is the same from the second step on, in the interior: before that the ghosts hold what the user left there. What
// the ghosts hold at the beginning of any later step, as far as that step reads or keeps it, `refreshes` make anew.
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

struct Unghosted {
  StencilProgram program;        // fields, names and rotation as they were; more guards
  std::vector<size_t> refreshes; // stages of the original
};
std::optional<Unghosted> withoutGhosts(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/PeriodicTest.cpp, tests/kernels/ghosts2d.c
