// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that repeat are written once. In: a kernel's body. Out: the same, where statements that follow each other
// several times, each time with other numbers, are a loop over numbers. Compilers write it all out again.
//
//   a[0] = b[3];  a[1] = b[5];  a[2] = b[7];     ->     for (each = 0; each < 3; ++each)  a[each] = b[3 + 2 * each];
//
// Numbers must go up by the same each time, or double. The last round may leave out some statements in the middle.
// Whatever stands in the loop stays in its order. Braces that nobody needs go, too (Base/Tidied.h).
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

KBody rolledUp(Names &names, const KBody &body);

} // namespace kasane::lowering

// Tests: tests/unit/lower/RolledUpTest.cpp, tests/unit/lower/ExecuteTest.cpp, tests/codegen/opencl/pipeline.c
