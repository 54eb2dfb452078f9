// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands against tiles that make several steps, where something does: the message that asking for them would
// bring, at the line that is the cause.
//
//   for (t..) { for (i..) { b[i] = a[i] * dt; top = fmax(top, b[i]); } dt = 1 / top; .. }
//       host_value_in_overlap {"dt"} at the place where dt is computed
#pragma once

#include "kasane/Schedule/Pins.h"

#include <optional>

namespace kasane {

std::optional<Diagnostic> ruledOut(const StencilProgram &program, const TargetInfo &target);
// The same of diamonds, on a target that has any.
std::optional<Diagnostic> diamondsRuledOut(const StencilProgram &program, const TargetInfo &target);

// And of reads at neighbours of a mesh's blocks, in a program with fills of ghosts.
std::optional<Diagnostic> mapRuledOut(const StencilProgram &program, const TargetInfo &target);

} // namespace kasane

// Tests: tests/driver/explain-ruled-out.test
