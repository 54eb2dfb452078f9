// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that ask how far from an end of the axis they are, as on a torus or where the edge is its own neighbour.
// Between the ends every such question has one answer. In: a stage's domain along the axis and its statements. Out:
// from where to where that is so, and the statements there.
//
//   x in [0, n):  B := x >= 1 ? A[-1] : A[n - 1]      ->      x in [1, n):  B := A[-1]
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

struct BetweenEnds {
  // lo is a number of cells behind the domain's, hi before the domain's; on a short axis they may cross.
  AxisBounds cells;
  std::vector<StmtPtr> body;
};
// Nullopt where there is nothing to answer. Questions about a place elsewhere stay.
std::optional<BetweenEnds> betweenEnds(const StencilProgram &program, const AxisBounds &domain, int axis,
                                       const std::vector<StmtPtr> &body);

// Along x, where a loop does without the questions: not in rows that are known to be so short that taking their ends
// apart costs more than what is asked.
std::optional<BetweenEnds> rowBetweenEnds(const StencilProgram &program, const Stage &stage);

} // namespace kasane

// Tests: tests/unit/analysis/BetweenEndsTest.cpp
