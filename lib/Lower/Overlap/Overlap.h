// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap: a tile makes `depth` steps in on-chip arrays, on shrinking regions, and stores its own cells. What no
// stage has written yet is read in memory, and the last stage stores its result there. On-chip arrays stand for
// buffers, not for names: a cell that a step does not update keeps its buffer's value, as in the original.
//
//   depth 3, 8 steps:  a pass of 3, a pass of 3, a pass of 2
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

FamilyPlan lowerOverlap(Context &context);

// Overlapped tiles of 1, 2, .. depth - 1 steps, which leave every written array as the original does.
struct TilePasses {
  FamilyPlan plan; // without a body
  std::vector<std::vector<HStmt>> bySteps;
};
TilePasses tilePasses(Context &context);

} // namespace kasane::lowering
