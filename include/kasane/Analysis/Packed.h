// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays whose elements aren't neighbours in the user's memory, such as a member of structs or one of several values
// that each cell has. A device has them side by side, so that neighbouring work-items read neighbours. In: a program
// with parallel stages. Out: the same program, with the layout that a device's kernels see.
//
//   float f[NY][NX][9]     f[y][x][3]: base &f[0][0][3], strides 9 and 9 * NX     ->     1 and NX, 9 apart
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

StencilProgram withPackedElements(StencilProgram program);

} // namespace kasane

// Tests: tests/unit/analysis/PackedTest.cpp, tests/kernels/struct_values.c
