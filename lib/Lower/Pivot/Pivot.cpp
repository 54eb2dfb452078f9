// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/Pivot.h"

#include "Pivot/GroupKernels.h"
#include "Pivot/GroupRest.h"
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

// Passes of `depth` steps, and one of those that are left.
FamilyPlan passesOf(const Context &context, const PivotPass &pass, const std::vector<Panel> &panels,
                    std::vector<Kernel> kernels) {
  FamilyPlan plan;
  plan.partBuffers = buffersOf(panels);
  plan.kernels = std::move(kernels);
  HPass out{context.schedule.depth, {}};
  out.keep = 0;
  for (size_t k = 0; k < plan.kernels.size(); ++k) {
    HLaunch launch{static_cast<int>(k), {}, {}};
    for (const BufferParam &buffer : plan.kernels[k].buffers)
      launch.buffers.push_back({bufferOf(context, plan, buffer.name), -1});
    for (const ScalarParam &param : plan.kernels[k].scalars)
      launch.scalars.push_back(param.name == pass.steps ? scalar(kPassSteps) : scalar(param.name, param.type));
    out.body.push_back({std::move(launch)});
  }
  plan.body.push_back({HRepeat{0, {{std::move(out)}}}});
  return plan;
}

FamilyPlan lowerGroups(Context &context, const Pivot &pivot) {
  const PivotGroups groups = pivotGroups(context.program, pivot, context.schedule.tile, context.schedule.depth);
  const PivotPass pass(context, pivot);
  const GroupPanels panels(context, pass, groups);
  std::vector<Kernel> kernels = stepsKernels(context, pass, panels, groups);
  kernels.push_back(groupRestKernel(context, pass, panels, groups));
  return passesOf(context, pass, panels.all(), std::move(kernels));
}

FamilyPlan lowerThreads(Context &context, const Pivot &pivot) {
  const Panels panels(context, pivot);
  const PivotCells pass(context, pivot, panels);
  return passesOf(context, pass, panels.all(),
                  {cornerKernel(context, pass), rowsKernel(context, pass), columnsKernel(context, pass),
                   restKernel(context, pass)});
}

} // namespace

FamilyPlan lowerPivot(Context &context) {
  const Pivot pivot = *pivotOf(context.program);
  return context.schedule.rowLoops ? lowerThreads(context, pivot) : lowerGroups(context, pivot);
}

} // namespace kasane::lowering
