// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How the kernels of family pivot share out cells among the work-items of a group. In: the cells of a group where all
// steps of a pass are made of written-down rows and columns, and the steps of a pass. Out: work-items, the cells of
// each, and how many steps' rows and columns are on chip at once.
//
//   f32, 128x64 cells, 64 steps     16 x 8 work-items, 8 x 8 cells of each; corner: 16 x 16, 4 x 4 of each
#pragma once

#include "kasane/Analysis/Pivot.h"

namespace kasane {

// Along x, and y. An item has rows of `PivotGroups::row` cells side by side, the next one behind all other items'.
struct PivotShape {
  std::array<int64_t, 2> items, cells;
  int64_t tile(size_t axis) const { return items[axis] * cells[axis]; }
};

struct PivotGroups {
  int64_t row;                            // elements that one access moves
  PivotShape corner, rows, columns, rest; // by kernel
  int64_t slice = 16;                     // steps whose rows and columns are on chip at once, beside the next ones
  int64_t slices = 3;
};

constexpr int64_t kPivotItems = 16;      // of a group, along an axis, at most
constexpr int64_t kMostGroupSteps = 128; // of a pass
constexpr int64_t kHeldBytes = 256;      // of cells that an item of the rest has registers for
constexpr int64_t kItemsOfUnit = 512;    // as many of these as a unit has registers for

int64_t pivotRow(const StencilProgram &program, const Pivot &pivot);
// Tiles are multiples of pivotRow * kPivotItems, the depth one of a slice.
PivotGroups pivotGroups(const StencilProgram &program, const Pivot &pivot, const std::array<int64_t, 3> &tile,
                        int64_t depth);
// Of a group of the rest, and of the kernel that needs most.
int64_t pivotBytesOfRest(const StencilProgram &program, const Pivot &pivot, const PivotGroups &groups);
int64_t pivotBytesOnChip(const StencilProgram &program, const Pivot &pivot, const PivotGroups &groups);

} // namespace kasane

// Tests: tests/unit/analysis/PivotStagesTest.cpp, tests/kernels/paths.c
