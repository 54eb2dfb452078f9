// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells of a sweep that a work-item makes at once, side by side and in neighbouring rows: rows of memory are loaded
// first, then come the cells one after the other, then what they have made is stored. In: a stage and what is loaded
// for them, in a context whose cell is in the first of the rows. Out: the statements, and where they hold.
#pragma once

#include "Base/Context.h"

#include "kasane/Analysis/March.h"

namespace kasane::lowering {

struct CellsAbreast {
  std::string first; // I64: the first of a row, a multiple of their number
  ExprPtr isDense;   // do rows of memory begin at multiples, too? null: they do
  KBody body;        // over `first` and the bases of rows
  KBody before;      // of a march: what is held when it begins, over `first` and its own bases of rows
};

// The planes that a work-item goes along, from the first of these on.
struct March {
  std::vector<MarchColumn> columns;
  ExprPtr from;
};

// `isStored`: does anybody want what the stage leaves in a field?
CellsAbreast cellsAbreast(const Context &context, const Stage &stage, const Abreast &abreast,
                          const std::function<bool(FieldId)> &isStored, const March &march = {});

} // namespace kasane::lowering

// Tests: tests/codegen/cuda/sweep_abreast.c, tests/codegen/cuda/sweep_march.c
