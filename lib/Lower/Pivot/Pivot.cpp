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

// `kernels`: of a pass; `before`: those that are launched once, before all passes.
FamilyPlan passesOf(const Context &context, const PivotPass &pass, const std::vector<Panel> &panels,
                    const std::vector<Kernel> &before, const std::vector<Kernel> &kernels) {
  FamilyPlan plan;
  plan.partBuffers = buffersOf(panels);
  auto launch = [&](const Kernel &kernel) -> HStmt {
    HLaunch out{static_cast<int>(plan.kernels.size()), {}, {}};
    for (const BufferParam &buffer : kernel.buffers)
      out.buffers.push_back({bufferOf(context, plan, buffer.name), -1});
    for (const ScalarParam &param : kernel.scalars)
      out.scalars.push_back(param.name == pass.steps ? scalar(kPassSteps) : scalar(param.name, param.type));
    plan.kernels.push_back(kernel);
    return {std::move(out)};
  };
  std::ranges::transform(before, std::back_inserter(plan.body), launch);
  HPass made{context.schedule.depth, {}};
  made.keep = 0;
  std::ranges::transform(kernels, std::back_inserter(made.body), launch);
  plan.body.push_back({HRepeat{0, {{std::move(made)}}}});
  return plan;
}

FamilyPlan lowerGroups(Context &context, const Pivot &pivot) {
  const PivotGroups groups = pivotGroups(context.program, pivot, context.schedule.tile, context.schedule.depth);
  const PivotPass pass(context, pivot);
  const GroupPanels panels(context, pass, groups);
  std::vector<Panel> hidden = panels.all();
  const std::set<FieldId> extremes = extremesOf(context.program, pivot);
  std::optional<Scan> scan;
  if (!extremes.empty()) {
    scan = scanFor(context, pass, extremes);
    hidden.push_back(scan->found);
  }
  std::vector<Kernel> kernels = stepsKernels(context, pass, panels, groups);
  kernels.push_back(groupRestKernel(context, pass, panels, groups, extremes, scan ? &*scan : nullptr));
  return passesOf(context, pass, hidden, scan ? scan->kernels : std::vector<Kernel>(), kernels);
}

FamilyPlan lowerThreads(Context &context, const Pivot &pivot) {
  const Panels panels(context, pivot);
  const PivotCells pass(context, pivot, panels);
  return passesOf(context, pass, panels.all(), {},
                  {cornerKernel(context, pass), rowsKernel(context, pass), columnsKernel(context, pass),
                   restKernel(context, pass)});
}

} // namespace

FamilyPlan lowerPivot(Context &context) {
  const Pivot pivot = *pivotOf(context.program);
  return context.schedule.rowLoops ? lowerThreads(context, pivot) : lowerGroups(context, pivot);
}

} // namespace kasane::lowering
