// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Diamond/Diamond.h"

#include "Diamond/DiamondKernel.h"
#include "Sweep/Sweep.h"

#include "kasane/Analysis/Skew.h"

#include <algorithm>

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

// Bytes of the arrays that the region touches more than a line or an edge of. Those of one shape stand together:
//
//   12 * nx * ny + 4 * (nx - 2) * (ny - 2)
ExprPtr bytesOf(const Context &context) {
  std::vector<std::pair<ExprPtr, int64_t>> shapes; // cells, and bytes of each
  for (size_t f = 0; f < context.program.fields.size(); ++f) {
    const Field &field = context.program.fields[f];
    ExprPtr cells = intLit(1);
    for (int a = 0; a < context.program.rank; ++a) {
      const ExprBounds &box = context.hulls[f].box[a];
      cells = field.has[a] ? mul(cells, simplified(sub(box.hi, box.lo))) : intLit(0);
    }
    if (field.hidden || !field.table.empty() || std::holds_alternative<IntLit>(cells->node))
      continue;
    const auto same =
        std::ranges::find_if(shapes, [&](const auto &shape) { return print(shape.first) == print(cells); });
    if (same == shapes.end())
      shapes.push_back({cells, sizeOf(field.elem)});
    else
      same->second += sizeOf(field.elem);
  }
  ExprPtr bytes = intLit(0);
  for (const auto &[cells, each] : shapes)
    bytes = add(bytes, mul(intLit(each), cells));
  return bytes;
}

ExprPtr isLarge(const Context &context, const Schedule &asked) {
  const ExprPtr large = binary(BinaryOp::Gt, bytesOf(context), intLit(asked.smallBytes));
  if (!asked.manySteps)
    return large;
  const ExprPtr many = binary(BinaryOp::Ge, scalar(kAllSteps), intLit(asked.manySteps));
  return binary(BinaryOp::LogicalOr, large, many);
}

} // namespace

Schedule besideDiamonds(Schedule schedule, int rank) {
  constexpr int64_t kLine = 4096; // cells of the only axis, which threads share out
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
  auto whereLarge = [&](std::vector<HStmt> diamonds, std::vector<HStmt> sweeps) {
    if (!asked.smallBytes)
      return diamonds;
    return std::vector<HStmt>{{HWhenLarge{isLarge(context, asked), std::move(diamonds), std::move(sweeps)}}};
  };
  const bool acts = !context.program.actions.empty();
  const std::vector<HStmt> sweep = !acts || asked.smallBytes ? sweepStep(context, plan, false) : std::vector<HStmt>();
  if (!acts) { // one step by itself is a sweep, which goes along rows to their ends
    plan.body = whereLarge({{HRepeat{1, {{std::move(pass)}}}}, {HRepeat{0, sweep, true}}}, {{HRepeat{0, sweep}}});
    return plan;
  }
  HPass before = pass; // the last step, of the same pass
  before.keep = 1;
  before.counted = 0;
  const std::vector<HStmt> last = sweepStep(context, plan, true);
  std::vector<HStmt> uncounted = last;
  std::get<HPass>(uncounted.front().node).counted = 0;
  plan.body = whereLarge({{HRepeat{asked.depth, {{std::move(pass)}}}},
                          {HRest{}},
                          {HRepeat{1, {{std::move(before)}}, true}},
                          {HRepeat{0, std::move(uncounted), true}}},
                         {{HRepeat{1, sweep}}, {HRepeat{0, last, true}}});
  return plan;
}

} // namespace kasane::lowering
