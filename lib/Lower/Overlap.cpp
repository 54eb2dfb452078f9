// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap: a tile makes `depth` steps in on-chip arrays, on shrinking regions, and stores its own cells. What no
// stage has written yet is read in memory, and the last stage stores its result there. On-chip arrays stand for
// buffers, not for names: a cell that a step does not update keeps its buffer's value, as in the original.
#include "OverlapKernel.h"
#include "TilePlan.h"

namespace kasane::lowering {

FamilyPlan lowerOverlap(Context &context) {
  TilePlan builder(context, overlapKernels);
  int depth = context.schedule.depth;
  if (stops(context.program)) // a pass may be made again with any number of steps
    return builder.region();
  std::vector<HStmt> body;
  if (context.program.time)
    body.push_back({HRepeat{depth, builder.pass(depth, builder.options(false))}});
  HByRemaining end;
  for (int left = 1; left <= depth; ++left)
    end.cases.push_back(builder.pass(left, builder.options(true)));
  body.push_back({std::move(end)});
  builder.plan.body = std::move(body);
  return std::move(builder.plan);
}

TilePasses tilePasses(Context &context) {
  TilePlan builder(context, overlapKernels);
  TilePasses out;
  for (int steps = 1; steps < context.schedule.depth; ++steps)
    out.bySteps.push_back(builder.pass(steps, ConeOptions{true}));
  out.plan = std::move(builder.plan);
  return out;
}

} // namespace kasane::lowering
