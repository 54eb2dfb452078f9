// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sweeps whose work-items go along the slowest axis, plane by plane, and keep what they have loaded. In: a stage, and
// what is loaded for cells that are made at once. Out: the loads of which only the one farthest ahead is new in a
// plane; the others were loaded for the planes before.
//
//   B[z] = A[z - 1] + A[z] + A[z + 1]     ->     a column of A, from plane -1 to plane 1
#pragma once

#include "kasane/Analysis/Abreast.h"

#include <vector>

namespace kasane {

struct MarchColumn {
  FieldId field;
  Offset at;                   // of its loads; along the slowest axis that of the cell
  int64_t from, to;            // planes that are held, seen from the cell's; all between have memory, too
  std::vector<bool> wanted;    // of the elements of a load: does any plane look at it?
  std::vector<int64_t> lowest; // for each of these, the first plane that does
};

// The planes of a tile that one work-item goes along; 0: it doesn't.
int64_t planesOfMarch(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group, int rank);

// `abreast` is of one row. A field that the stage stores has no column.
std::vector<MarchColumn> marchColumns(const StencilProgram &program, const Stage &stage, const Abreast &abreast);

// The column that a load belongs to; null: none.
const MarchColumn *columnOf(const std::vector<MarchColumn> &columns, const std::pair<FieldId, Offset> &load, int axis);

} // namespace kasane

// Tests: tests/unit/analysis/MarchTest.cpp
