// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the cells of a step leave for the host, when several steps are made at once.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// Must the host act in every step, or do only the last step's results matter?
bool actsInEveryStep(const StencilProgram &program);

// A hidden field for each step of a pass, which rotate:
// what a step leaves there is still there when the pass has ended.
StencilProgram withLevels(const StencilProgram &program, int depth);

} // namespace kasane

// Tests: tests/unit/lower/ExecuteTest.cpp, tests/kernels/host_collects.c
