// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/Pivot.h"

#include "Pivot/GroupKernels.h"
#include "Pivot/GroupRest.h"
#include "Pivot/HeldTile.h"
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

// Launches of a plan's kernels.
class Launches {
public:
  Launches(const Context &context, const std::vector<Panel> &panels) : context_(context) {
    plan.partBuffers = buffersOf(panels);
  }

  int add(const Kernel &kernel) {
    plan.kernels.push_back(kernel);
    return static_cast<int>(plan.kernels.size()) - 1;
  }

  // `values`: of scalars that aren't the region's.
  HLaunch of(int index, const std::map<std::string, ExprPtr> &values) const {
    const Kernel &kernel = plan.kernels[static_cast<size_t>(index)];
    HLaunch out{index, {}, {}};
    for (const BufferParam &buffer : kernel.buffers)
      out.buffers.push_back({bufferOf(context_, plan, buffer.name), -1});
    for (const ScalarParam &param : kernel.scalars) {
      const auto value = values.find(param.name);
      out.scalars.push_back(value != values.end() ? value->second : scalar(param.name, param.type));
    }
    return out;
  }

  void repeat(std::vector<HStmt> body) {
    HPass made{context_.schedule.depth, std::move(body)};
    made.keep = 0;
    plan.body.push_back({HRepeat{0, {{std::move(made)}}}});
  }

  FamilyPlan plan;

private:
  const Context &context_;
};

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
  Launches launches(context, hidden);
  if (scan)
    for (const Kernel &kernel : scan->kernels)
      launches.plan.body.push_back({launches.of(launches.add(kernel), {})});
  const ExprPtr depth = intLit(context.schedule.depth), left = sub(scalar(kAllSteps), scalar(kStepsDone));
  // Passes have sets of panels in turn. Within a pass its steps are done.
  auto setBehind = [&](const ExprPtr &steps) { return remainderOf(dividedBy(steps, context.schedule.depth), 2); };
  std::vector<int> ofSteps;
  for (const Kernel &kernel : stepsKernels(context, pass, panels, groups))
    ofSteps.push_back(launches.add(kernel));
  const auto next = [&] { // corner, rows and columns of the steps behind those that are done
    HPass out{0, {}};
    out.counted = out.begun = 0;
    for (const int kernel : ofSteps) {
      HLaunch launch =
          launches.of(kernel, {{pass.steps, minOf(left, depth)}, {pass.set, setBehind(scalar(kStepsDone))}});
      launch.isAhead = true;
      launch.when = binary(BinaryOp::Gt, left, intLit(0));
      out.body.push_back({std::move(launch)});
    }
    return HStmt{std::move(out)};
  };
  const GroupRest rest = groupRestKernel(context, pass, panels, groups, extremes, scan ? &*scan : nullptr);
  const int ofRest = launches.add(rest.kernel);
  auto restOf = [&](bool strips) {
    return launches.of(ofRest, {{pass.steps, scalar(kPassSteps)},
                                {pass.set, setBehind(sub(scalar(kStepsDone), scalar(kPassSteps)))},
                                {kStrips, intLit(strips ? 1 : 0)}});
  };
  HLaunch strips = restOf(true);
  strips.groups = rest.strips;
  strips.isAhead = true;
  launches.plan.body.push_back({HMeet{}});
  launches.plan.body.push_back(next());
  launches.repeat({{HMeet{}}, {std::move(strips)}, next(), {restOf(false)}});
  return std::move(launches.plan);
}

FamilyPlan lowerThreads(Context &context, const Pivot &pivot) {
  const Panels panels(context, pivot);
  const PivotCells pass(context, pivot, panels);
  Launches launches(context, panels.all());
  std::vector<HStmt> body;
  for (const Kernel &kernel : {cornerKernel(context, pass), rowsKernel(context, pass), columnsKernel(context, pass),
                               restKernel(context, pass)})
    body.push_back({launches.of(launches.add(kernel), {{pass.steps, scalar(kPassSteps)}})});
  launches.repeat(std::move(body));
  return std::move(launches.plan);
}

} // namespace

FamilyPlan lowerPivot(Context &context) {
  const Pivot pivot = *pivotOf(context.program);
  return context.schedule.rowLoops ? lowerThreads(context, pivot) : lowerGroups(context, pivot);
}

} // namespace kasane::lowering
