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
//
// Of a family's cells an element that lies in the family is found by adding, without a table: the number of the leaf
// and that within it change by as much for all cells that cross the same inner face.
//
// Of schedule classes a group takes the cells of a block for which all elements lie on the same sides. Its number says
// which cells these are, and where what lies in a direction begins is looked up once.
//
//   x_class = leaf_tile % 3, x = x_class < 1 ? 1 : .. to ..        v[.. + x] = u[begin + .. + x - 1]
#pragma once

#include "Mapped/Blocks.h"

namespace kasane::lowering {

// Of schedule families: whole ones by their list, each of them as one block of twice as many cells along each axis; and
// the leaves that are in none. `level`: of whose leaves, as in Mapped::levels; -1: of all.
struct BlockUse {
  size_t stage;
  enum class Of { Leaves, Families, Alone } of = Of::Leaves;
  int level = -1;
  friend bool operator==(const BlockUse &, const BlockUse &) = default;
};

Kernel blockKernel(const Context &context, const Blocks &blocks, const BlockUse &use);
// How the stage's cells are made: one kernel for all leaves, or one for families and one for the others.
std::vector<BlockUse> blockUses(const Context &context, const Blocks &blocks, size_t stage);

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/opencl/mapped.c
