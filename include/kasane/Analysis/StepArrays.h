// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that a step has for itself (Field::ofStep) hold nothing when it begins. In: a program with parallel stages.
// Out: an error at an element that is read before the step has written it; guards where only the call tells.
//
//   tmp: x in [0, n) written, [0, m) read      guard n - m >= 0: tmp may be read where the step hasn't written it
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Support/Diagnostic.h"

namespace kasane {

std::vector<Guard> stepArrayGuards(const StencilProgram &program, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/diagnostics/read_before_written.c, tests/kernels/step_arrays.c, tests/kernels/options_around.c
