// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overlap/Overlap.h"

#include "Overlap/OverlapKernel.h"
#include "Tiled/TilePlan.h"

namespace kasane::lowering {

// A kernel for each number of steps that may be left in the end, up to so many on a device and on a processor. Where
// there are more numbers, the steps that are left are made in parts, so that people and compilers get fewer kernels.
constexpr int kMostOnDevice = 4, kMostOnProcessor = 8;

FamilyPlan lowerOverlap(Context &context) {
  TilePlan builder(context, overlapKernels);
  const int depth = context.schedule.depth;
  const bool isMany = depth > (context.schedule.rowLoops ? kMostOnProcessor : kMostOnDevice);
  if (isMany || stops(context.program)) // where the region stops, a pass may be made again with any number of steps
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
