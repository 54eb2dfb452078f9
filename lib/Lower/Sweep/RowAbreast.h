// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rows of a sweep whose work-items make cells side by side, or also of neighbouring rows at once. In: what a row is
// like whose cells are made one by one. Out: the row; or several rows, and the loop over them that they stand in.
#pragma once

#include "Base/Context.h"

#include "kasane/Analysis/Abreast.h"

namespace kasane::lowering {

// Tiles begin at whole lines of memory, if rows do, wherever the first cell is.
ExprPtr firstTile(const Schedule &schedule, const ExprPtr &lo);

struct SweepRow {
  const Context &context;
  const Schedule &schedule; // that fits the stage's domain
  const Stage &stage;
  ExprBounds x;
  KBody cell; // at the context's cell
  std::function<bool(FieldId)> isStored;
};

// Cells abreast where they fit in, the others one by one; nothing where none can be.
std::optional<KBody> rowAbreast(const SweepRow &row);

struct RowsAtOnce {
  Jam jam;
  std::string first; // of them
  KBody body;        // in a loop over the first ones
};
// `bounds`: of the tile's rows along each axis; `alone`: a row by itself.
std::optional<RowsAtOnce> rowsAtOnce(const SweepRow &row, const CellBounds &bounds, KBody alone);

// The planes that an item goes along, keeping what it has loaded, in a loop over a plane's rows.
std::optional<KBody> marchedRows(const SweepRow &row, const CellBounds &bounds);

} // namespace kasane::lowering

// Tests: tests/codegen/cuda/sweep_abreast.c, tests/codegen/cuda/sweep_rows_at_once.c, tests/codegen/cuda/sweep_march.c
