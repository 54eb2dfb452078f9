// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of family diamond. In: a program whose levels lean along the axis that tiles cut (diamondAxisOf), and the
// schedule's tile. Out: the kernel, whose scalar kPassSteps says how many steps it makes.
//
// A cell y of a level (a stage of a step) is in the diamond (a, b):
//
//   a = (y - from + up) / D        b = (until - 1 - y + down) / D        up, down: how far the level leans
//
// Where a level depends on another one, neither a nor b gets smaller. So the diamonds of a front a + b need nothing of
// each other, and a front needs the ones before it. Within a diamond blocks along the other axes lean alike, and come
// one after the other; in each of them the levels come in order.
//
//   step |  \ b=1 /\ b=0 /\          front 1: (1, 0), (0, 1)
//    ^   |   \   /  \   /  \         front 0: (0, 0) ..
//    +---|----\-/----\-/----\---> y
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

Kernel diamondKernel(const Context &context, const std::array<int64_t, 3> &tile);

} // namespace kasane::lowering

// Tests: tests/unit/lower/DiamondTest.cpp
