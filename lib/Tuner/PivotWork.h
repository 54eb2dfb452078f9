// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of family pivot's kernels in one pass of `depth` steps. In: what its stages do at a cell. Out: work that no
// machine has priced yet, with the cells that each kernel goes over and its tiles.
#pragma once

#include "Work.h"
#include "kasane/Schedule/Schedule.h"
#include "kasane/Targets/Targets.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

struct PivotWork {
  KernelWork work;
  Box3 length, tile;
  int64_t items;         // of a group
  bool isAhead = false;  // of the next pass, beside what isn't, one after the other
  bool isOfRest = false; // then its cells are among those of the rest
};
std::vector<PivotWork> pivotWorks(const StencilProgram &program, const std::vector<StageFacts> &facts,
                                  const Schedule &schedule, const Problem &problem);

using PivotShapes = std::vector<std::pair<int, Box3>>;                            // steps of a pass, and tiles
PivotShapes pivotShapes(const StencilProgram &program, const TargetInfo &target); // those that are looked at

} // namespace kasane::tuning

// Tests: tests/driver/explain-pivot.test
