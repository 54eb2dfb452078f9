// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row of an array with ghosts, to the copy without them or from there, for targets whose compilers make vectors of
// loops. In: the number of the row among those of all leaves and components, and what is to be done. Out: statements
// for the ghosts below the row's cells, for the cells and for the ghosts above them, each where it is wanted.
#pragma once

#include "Mapped/GhostKernels.h"

namespace kasane::lowering {

struct CopiedRow {
  ExprPtr number;
  std::string array, copy; // their names
};

KBody copyRow(const Context &context, const Blocks &blocks, const BlockShape &shape, GhostWork work,
              const CopiedRow &row, Names &names);

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/openmp/block_rows.c
