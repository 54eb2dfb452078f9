// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests under an option of the run, which ask for more than the program where the option is off. In: a program with
// parallel stages. Out: one whose checks at the call ask for it only where the option is on. Off, such a nest has the
// first of its cells, and does nothing there: its condition is in its body.
//
//   if (g->type == 1) for i in [0, m)  A[i] = ..;  else  for j for i in [0, n)  A[j*n + i] = ..
//                                       guard n - m >= 0
//   ->                for i in [0, i_end)              param i_end = (g->type == 1 ? m : 1), guard n - i_end >= 0
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// Along axes of which all arrays that the nest touches have a length. So its first cell, too, is checked.
StencilProgram withUntakenArms(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/UntakenArmsTest.cpp, tests/kernels/options.c
