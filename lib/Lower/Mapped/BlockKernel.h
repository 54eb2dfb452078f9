// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernel of a stage on blocks without room for ghosts. A group takes a tile of a block. It first writes down where
// what lies in each direction of the block begins. A cell then finds what it reads by a number that says on which sides
// the element lies, a digit an axis: no branch, and one kernel for all leaves.
//
//   v[+0][+0] := u[+0][-1]   ->   v[.. + x] = u[u_base[4 + (x - 1 < g ? -1 : 0)] + .. + x - 1]
//
// Of schedule rows the digit of x is none. Elements beyond a row's ends are loaded beside those within, for all cells,
// and a condition takes one of both: compilers make vectors of it.
//
//   row = .., row_1 = u_base[3] + ..
//   within = u[row + x - 1], below = u[row_1 + x - 1], v[row + x] = x - 1 < g ? below : within
#pragma once

#include "Mapped/Blocks.h"

namespace kasane::lowering {

Kernel blockKernel(const Context &context, const Blocks &blocks, size_t stage);

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/opencl/mapped.c
