// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap: where a cell lies in a tile's array, whose rows may begin with lines of memory (TileArray), and where
// a stage then begins its rows.
//
//   halo of 2, lines of 16:  for x in [x0 - 2, ..)  ->  for x in [x0 - 16, ..), wanted from x0 - 2
#pragma once

#include "Overlap/JoinedNests.h"

#include "kasane/Analysis/TileArray.h"

namespace kasane::lowering {

TileArray arrayOf(const Tiles &t, FieldId b);
ExprPtr tileRow(const Tiles &t, FieldId b); // on-chip index of the cell at x = 0 of this row
ExprPtr tileIndex(const Tiles &t, FieldId b, const Offset &offset);

// The first cell of the run's rows, where some may be made along; null: they begin with what is wanted.
ExprPtr firstAlong(const Tiles &t, const JoinedNests &run);
KBody rowsAlong(const Context &context, const CellBounds &bounds, const ExprPtr &first, const KBody &rows, KBody cell,
                const SingleCells &single);

} // namespace kasane::lowering

// Tests: tests/codegen/openmp/lines.c, tests/unit/lower/ExecuteTest.cpp
