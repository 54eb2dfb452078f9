// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diamond/Diamond.h"

#include "Diamond/DiamondKernel.h"
#include "Sweep/Sweep.h"

#include "kasane/Analysis/Skew.h"

namespace kasane::lowering {
namespace {

HLaunch launchOf(const Context &context, const Kernel &kernel) {
  HLaunch launch{0, {}, {}};
  for (const BufferParam &buffer : kernel.buffers)
    for (size_t f = 0; f < context.program.fields.size(); ++f)
      if (context.program.fields[f].name == buffer.name)
        launch.buffers.push_back({static_cast<int>(f), -1});
  for (const ScalarParam &param : kernel.scalars)
    launch.scalars.push_back(scalar(param.name, param.type));
  return launch;
}

} // namespace

Schedule besideDiamonds(Schedule schedule, int rank) {
  constexpr int64_t kLine = 16384; // cells of the only axis, which threads share out
  schedule.depth = 1;
  schedule.tile = {rank > 1 ? 0 : kLine, 1, 1};
  return schedule;
}

FamilyPlan lowerDiamond(Context &context, const Schedule &asked) {
  FamilyPlan plan;
  plan.kernels.push_back(diamondKernel(context, asked.tile));
  HPass pass{asked.depth, {{launchOf(context, plan.kernels.front())}}};
  pass.keep = 0;
  if (rotates(context.program))
    pass.body.push_back({HRotate{context.program.rotation, periodOf(context.program)}});
  if (context.program.actions.empty()) { // one step by itself is a sweep, which goes along rows to their ends
    plan.body = {{HRepeat{1, {{std::move(pass)}}}}, {HRepeat{0, sweepStep(context, plan, false), true}}};
    return plan;
  }
  HPass before = pass; // the last step, of the same pass
  before.keep = 1;
  before.counted = 0;
  std::vector<HStmt> last = sweepStep(context, plan, true);
  std::get<HPass>(last.front().node).counted = 0;
  plan.body = {{HRepeat{asked.depth, {{std::move(pass)}}}},
               {HRest{}},
               {HRepeat{1, {{std::move(before)}}, true}},
               {HRepeat{0, std::move(last), true}}};
  return plan;
}

} // namespace kasane::lowering
