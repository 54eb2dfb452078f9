// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: a kernel. Out: whether two of its conditions compare the same two values, each for all cells of a row alike, so
// that one of them is decided by equality: z + 2 >= n and z + 2 == n, or a >= b and a <= b.
//
// gcc 13 makes one number of both when it turns the branches of a loop over a row into masks. Where it has exchanged
// the operands of one of them, it then negates that relation instead of mirroring it,
// and takes a >= b && b == a for false.
#pragma once

#include "kasane/IR/LoopNest.h"

namespace kasane::emission {

bool comparesTwice(const Kernel &kernel);

} // namespace kasane::emission

// Tests: tests/unit/emit/ComparisonsTest.cpp
