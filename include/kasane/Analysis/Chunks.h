// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Can a part of the planes across an axis, the slowest one as a rule, be worked on while the others are elsewhere?
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// What stands against it, or "".
std::string notChunked(const StencilProgram &program, int axis);
inline std::string notChunked(const StencilProgram &program) { return notChunked(program, program.rank - 1); }

} // namespace kasane
