// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/Pivot.h"

#include "Pivot/PivotKernels.h"
#include "Pivot/PivotRest.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

int bufferOf(const Context &context, const FamilyPlan &plan, const std::string &name) {
  const auto &fields = context.program.fields;
  const auto field = std::ranges::find(fields, name, &Field::name);
  if (field != fields.end())
    return static_cast<int>(field - fields.begin());
  const auto panel = std::ranges::find(plan.partBuffers, name, &HostBuffer::name);
  return static_cast<int>(fields.size()) + static_cast<int>(panel - plan.partBuffers.begin());
}

HStmt passOf(const Context &context, const FamilyPlan &plan, const PivotPass &pass, int steps, bool isCounted) {
  HPass out{steps, {}, isCounted ? -1 : 0};
  for (size_t k = 0; k < plan.kernels.size(); ++k) {
    HLaunch launch{static_cast<int>(k), {}, {}};
    for (const BufferParam &buffer : plan.kernels[k].buffers)
      launch.buffers.push_back({bufferOf(context, plan, buffer.name), -1});
    for (const ScalarParam &param : plan.kernels[k].scalars)
      launch.scalars.push_back(param.name == pass.steps ? intLit(steps) : scalar(param.name, param.type));
    out.body.push_back({std::move(launch)});
  }
  return {std::move(out)};
}

} // namespace

FamilyPlan lowerPivot(Context &context) {
  const Pivot pivot = *pivotOf(context.program);
  const Panels panels(context, pivot);
  const PivotPass pass(context, pivot, panels);
  FamilyPlan plan;
  plan.partBuffers = panels.buffers();
  plan.kernels = {cornerKernel(context, pass), rowsKernel(context, pass), columnsKernel(context, pass),
                  restKernel(context, pass)};
  const int depth = context.schedule.depth;
  plan.body.push_back({HRepeat{depth - 1, {passOf(context, plan, pass, depth, true)}}});
  if (depth > 1)
    plan.body.push_back({HRest{}});
  int part = 1;
  while (2 * part < depth)
    part *= 2;
  for (; depth > 1 && part > 0; part /= 2)
    plan.body.push_back({HRepeat{part - 1, {passOf(context, plan, pass, part, false)}, true}});
  return plan;
}

} // namespace kasane::lowering
