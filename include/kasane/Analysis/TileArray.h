// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the array of a tile lies in its memory. In: the cone of a pass, a tile. Out: lengths in elements.
//
// A thread's rows are long, and vectors that cross lines of memory cost twice. So the tile's own cells begin with a
// line, and stages may begin where their halo is whole lines: the cells before are made along, of whatever is there,
// and nobody looks at them. Rows have an odd number of lines, since those of a power of two share few places in a
// cache.
//
//   512 floats and 8 on both sides, lines of 16:  lead 16 | row: before 16, own 512, behind 8, unused 24 | next row ..
#pragma once

#include "kasane/Analysis/Cone.h"

namespace kasane {

struct TileArray {
  int64_t lead = 0;                     // before the first row, for cells that are made along
  int64_t before = 0;                   // of a row, before the tile's own first cell
  std::array<int64_t, 3> span{1, 1, 1}; // from row to row, and so on
  int64_t elements() const { return lead + span[0] * span[1] * span[2]; }
};

// How many elements along x a tile's halo and its origin are rounded to; 1: rows are as they come. `rowLoops`: as in
// Schedule.
int64_t lineOfRows(const StencilProgram &program, const std::array<int64_t, 3> &tile, bool rowLoops);
TileArray tileArrayOf(const StencilProgram &program, const Cone &cone, FieldId buffer,
                      const std::array<int64_t, 3> &tile, bool rowLoops);

// May the stage be made of any values at all, in cells that nobody wants? It adds, subtracts and multiplies floats.
bool mayBeMadeAlong(const Stage &stage);

} // namespace kasane

// Tests: tests/unit/analysis/TileArrayTest.cpp
