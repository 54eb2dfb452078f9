// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Stages whose cells come in the order of the loops, as Gauss-Seidel's: which cells wait for which, and which may be
// made at once.
//
//   for (j..) for (i..) u[j][i] = u[j][i - 1] + u[j - 1][i + 1];
//       waits: (1, 0) and (-1, 1), as cells along x and y
//       serial: j with weight 2, i with weight 1: cells with one sum 2 * j + i are a front
//       lean of i: 1, so that tiles of j and of i + j wait only for tiles before them along both
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

// How far behind a cell those lie that wait for it, all of them in the order of the loops. Empty where no cell waits;
// nullopt where the distances aren't known, or the loops are no plain ones over cells.
std::optional<std::vector<Offset>> waitsOf(const StencilProgram &program, const Stage &nest);

struct Fronts {
  struct Line {
    int axis;
    bool down;      // its loop goes from the last cell to the first
    int64_t weight; // cells with one sum of weight * place make a front, and wait only for fronts before it
    int64_t lean;   // place + lean * the first line's place never falls from a cell to one that waits for it
  };
  std::vector<Line> lines; // axes along which some cell waits for another, the outermost loop first
};
Fronts frontsOf(const Stage &stage);

// Fronts of tiles: so many places along the first two lines. Nothing: each front is one of cells.
struct FrontTile {
  int64_t rows, cells;
};
enum class FrontsOn { Threads, Groups, Items }; // what makes a tile; items can't wait for each other
FrontsOn frontsOn(bool isDevice, bool hasGroupMemory);
std::optional<FrontTile> frontTileOf(const StencilProgram &program, const Fronts &fronts, FrontsOn units);

} // namespace kasane

// Tests: tests/unit/analysis/FrontsTest.cpp
