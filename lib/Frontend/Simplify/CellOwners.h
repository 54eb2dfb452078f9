// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which blocks of a region are to declare variables that its cells have for themselves (see CellOwn.h).
// In: the region with its calls expanded, and a reader that knows the function, the region in the source and the
// expanded one. Out: nothing but what the statements say. A variable that is in no list stays where it is declared.
#pragma once

#include "Read/Reader.h"

namespace kasane {

struct CellOwners {
  std::map<const clang::Stmt *, Variables> owners;      // by the block that is to declare them
  std::map<const clang::Stmt *, Variables> kept;        // by the block at whose end the variable outside is set
  std::set<const clang::ForStmt *> counting;            // loops that are to declare their variable
  Variables shared;                                     // arrays that only other files may look at besides
  std::map<const clang::ForStmt *, int64_t> countingTo; // those behind which the variable outside is set to a number
};

CellOwners cellOwnersOf(Reader &reader, const Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/c89_cells.c, tests/kernels/loop_exits.c
