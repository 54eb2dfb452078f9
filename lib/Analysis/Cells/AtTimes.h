// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a polynomial over the time can be at most, or at least, in any of the steps: one over the parameters.
//
//   for (k = 0; k < n; k++):   k + 1 is at most n, at least 1
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

Poly inAllSteps(const StencilProgram &program, const Poly &value, bool most);

} // namespace kasane

// Tests: tests/unit/analysis/PivotStagesTest.cpp
