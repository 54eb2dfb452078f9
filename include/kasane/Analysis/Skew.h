// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How far the levels of a pass (a stage of a step each) must lean against each other along an axis, so that tiles that
// lean with them need nothing of each other that isn't there: no cell is computed twice, and arrays are updated in
// place. In: a program with parallel stages. Out: for each axis the slopes, or what stands in the way.
//
//   for (t..) { B[i] = A[i-1] + A[i+1]; swap(A, B); }     up: t, down: t (a cell a step)
//
// For cells x1 of an earlier level L1 and x2 of a later one L2 that touch one element, of which one stores it:
//
//   up(L2) - up(L1) >= x1 - x2     down(L2) - down(L1) >= x2 - x1     up(t, stage) = slope * t + shift[stage]
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>
#include <string>

namespace kasane {

struct Lean {
  int64_t slope = 0;          // cells a step
  std::vector<int64_t> shift; // by stage; the least is 0
};
struct AxisSkew {
  Lean up, down;
};

// Two cells of levels touch one element at a distance that is no number, or is different for every cell.
struct Unskewed {
  FieldId field;
  SourceRange range;
};

struct Skew {
  std::array<std::optional<AxisSkew>, kMaxAxes> axis; // none: cells of levels may be anywhere along it
  std::array<std::optional<Unskewed>, kMaxAxes> why;
};
Skew skewOf(const StencilProgram &program);

// The axis that diamonds cut: the slowest of the two fastest.
int diamondAxisOf(const StencilProgram &program);

// How far the blocks within a diamond move in a step, along an axis whose levels lean by `slope`.
// Along x they move by whole lines of memory.
int64_t blockSlopeOf(int axis, int64_t slope);

// What stands against diamonds, in words that go on with "since", and where; nothing does: none.
struct NotDiamond {
  std::string reason;
  SourceRange range;
};
std::optional<NotDiamond> notDiamond(const StencilProgram &program);

// So many steps after which every name means the array that it means at first.
int64_t periodOf(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/SkewTest.cpp
