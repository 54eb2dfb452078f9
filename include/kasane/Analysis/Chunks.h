// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Can a part of the planes across an axis, the slowest one as a rule, be worked on while the others are elsewhere?
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// What stands against it, or "".
std::string notChunked(const StencilProgram &program, int axis);
inline std::string notChunked(const StencilProgram &program) { return notChunked(program, program.rank - 1); }

// Where the slowest axis closes to a ring: the program on planes without an end. It makes of the ring's planes, laid
// one behind the other and repeated as often as is needed, what the program makes of the ring.
//
//   x in [0, n):  B[i] = i == n - 1 ? A[1 - n] : A[+1]     without an end:  B[i] = A[+1]
std::optional<StencilProgram> endlessOf(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/schedule/PinsTest.cpp, tests/codegen/opencl/endless.c
