// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that one work-item of a sweep makes at once: some of a row that lie side by side, for which it loads 16 bytes
// of a row of memory at a time, in one row or in neighbouring ones along another axis, and each load once for all of
// them. In: a stage. Out: what is loaded, and for which cells; nothing, where a cell asks for its own place along x,
// looks at elements only on a condition, or has memory that isn't dense along x;
// nor for several rows, where they share no load.
//
//   B[x] = A[x - 1] + A[x + 1]     ->     of A, from x on: the elements -4..-1, 0..3, 4..7, for four cells
//   B[y][x] = A[y - 1][x] + A[y + 1][x]     ->     of A, for four cells of two rows: those of the rows y - 1 to y + 2
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <functional>
#include <set>

namespace kasane {

constexpr int64_t kMostRows = 4;

// Rows that an item makes at once, and the axis along which they are neighbours.
struct Jam {
  int axis = 0;
  int64_t rows = 1;
  friend auto operator<=>(const Jam &, const Jam &) = default;
};

struct Abreast {
  int64_t cells = 0; // of a row, the first of them at a multiple of their number
  Jam jam;
  // Of so many elements, the first of them so far from the first cell of the first row.
  std::set<std::pair<FieldId, Offset>> loads;
  std::set<FieldId> stores; // of each row
  int64_t looked = 0;       // bytes of the elements that the cells look at
  AxisBounds within;        // cells that lie in here have all of that in memory, if rows begin at multiples, too
};
std::optional<Abreast> abreastOf(const StencilProgram &program, const Stage &stage, const Jam &jam = {});

// Does a work-item have whole loads, of so many cells, of a tile's row?
bool hasWholeLoads(int64_t cells, const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group);

// The rows that a work-item has of a tile, where they are few: along the slowest axis for which it `may` be.
Jam jamOf(const std::array<int64_t, 3> &tile, const std::array<int64_t, 3> &group,
          const std::function<bool(const Jam &)> &may);

// Of one of the rows, seen from the first one.
Offset inRow(const StencilProgram &program, const Jam &jam, FieldId field, Offset offset, int64_t row);

// Which of the loads has the element that the cell of that number reads, as the offset of the first one;
// and the number there.
std::pair<Offset, int64_t> loadFor(const Abreast &abreast, Offset read, int64_t cell);

} // namespace kasane

// Tests: tests/unit/analysis/AbreastTest.cpp
