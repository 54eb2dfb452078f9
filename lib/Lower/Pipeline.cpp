// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: tiles on the inner axes stream along the slowest one, and level s of the steps works some planes behind
// level s - 1; along a single axis there is nothing to stream, and a tile goes through the levels one after the other. Passes of `depth` steps; what is left in the end is made in parts, of half as many steps and so on, since
// every other number of steps is a kernel of its own:
//
//   29 steps by 8:  8, 8, 8, then a pass of 5 in parts of 4 and 1
#include "LineKernel.h"
#include "PipelineKernel.h"
#include "TilePlan.h"

namespace kasane::lowering {
namespace {

std::vector<int> partsOf(int steps, int depth, bool whole) {
  if (whole || steps == depth)
    return {steps};
  std::vector<int> parts;
  for (int part = depth / 2; steps > 1; part = std::max(part / 2, 1))
    for (; steps > part; steps -= part)
      parts.push_back(part);
  parts.push_back(steps);
  return parts;
}

// The pass with what follows it.
HPass partOf(std::vector<HStmt> pass, int counted) {
  HPass out = std::get<HPass>(std::move(pass.front().node));
  out.counted = counted;
  out.body.insert(out.body.end(), pass.begin() + 1, pass.end());
  return out;
}

} // namespace

FamilyPlan lowerPipeline(Context &context) {
  TilePlan builder(context, context.program.rank == 1 ? lineKernels : pipelineKernels);
  const int depth = context.schedule.depth;
  const bool stop = stops(context.program); // any pass may be the last, so all are alike
  std::vector<HStmt> body;
  if (context.program.time)
    body.push_back({HRepeat{stop ? depth - 1 : depth, builder.pass(depth, builder.options(false))}});
  HByRemaining end;
  for (int left = 1; left <= depth; ++left) {
    const std::vector<int> parts = partsOf(left, depth, stop);
    if (parts.size() == 1) {
      end.cases.push_back(builder.pass(left, builder.options(true)));
      continue;
    }
    std::vector<HStmt> &made = end.cases.emplace_back();
    for (size_t k = 0; k < parts.size(); ++k)
      made.push_back({partOf(builder.pass(parts[k], builder.options(k + 1 == parts.size())), k == 0 ? left : 0)});
  }
  body.push_back({std::move(end)});
  builder.plan.body = std::move(body);
  return std::move(builder.plan);
}

} // namespace kasane::lowering
