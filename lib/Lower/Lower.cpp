// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Lower/Lower.h"

#include "Cells/LoadsAhead.h"
#include "Diamond/Diamond.h"
#include "Ghosts.h"
#include "Host/Actions.h"
#include "InCore.h"
#include "Mapped/Mapped.h"
#include "Overlap/Overlap.h"
#include "Pipeline/Pipeline.h"
#include "Pivot/Pivot.h"
#include "Sweep/Sweep.h"

#include "kasane/Analysis/Ghosts.h"

namespace kasane {
namespace {

// Sweeps need no rings.
void forSweeps(lowering::Context &context) {
  context.rings = {};
  context.image = context.cell;
  if (context.endless)
    forSweeps(context.endless->context);
}

// `asked`: the whole schedule, of which the context has what a step needs.
lowering::FamilyPlan passesOf(lowering::Context &context, const Schedule &asked, std::vector<Guard> &guards) {
  if (context.schedule.family == Family::Sweep)
    return lowering::lowerSweep(context);
  if (context.schedule.family == Family::Pipeline)
    return lowering::lowerPipeline(context);
  if (context.schedule.family == Family::Diamond)
    return lowering::lowerDiamond(context, asked);
  if (context.schedule.family == Family::Pivot)
    return lowering::lowerPivot(context);
  std::optional<Unghosted> unghosted = withoutGhosts(context.program);
  if (!unghosted)
    return lowering::lowerOverlap(context);
  for (size_t g = context.program.guards.size(); g < unghosted->program.guards.size(); ++g)
    guards.push_back(unghosted->program.guards[g]);
  forSweeps(context); // which are beside the tiles
  lowering::Context interior(unghosted->program, context.schedule);
  interior.hulls = context.hulls; // tiles carry the ghosts along
  interior.touched = context.touched;
  interior.endless = nullptr; // which have no place where there are no ends
  return lowering::lowerGhosts(context, interior, unghosted->refreshes);
}

// Passes between the steps that stop for host code, which are made by sweeps.
lowering::FamilyPlan planOf(lowering::Context &context, const Schedule &asked, std::vector<Guard> &guards) {
  if (!hasHostPoints(context.program))
    return passesOf(context, asked, guards);
  const StencilProgram plain = betweenHostPoints(context.program);
  if (plain.actions.size() == context.program.actions.size()) // no step stops for any
    return passesOf(context, asked, guards);
  lowering::Context between(plain, context.schedule);
  bool known = hostPointsAreKnown(context.program);
  lowering::FamilyPlan plan = known ? passesOf(between, asked, guards) : lowering::FamilyPlan{};
  forSweeps(context);
  std::vector<HStmt> step = lowering::sweepStep(context, plan, true);
  if (known)
    plan.body = {{HToPoint{lowering::anyHostPoint(context), std::move(plan.body), std::move(step)}}};
  else
    plan.body = {{HRepeat{0, std::move(step)}}};
  return plan;
}

} // namespace

std::string labelOf(const StencilProgram &program) {
  std::string stem = program.file.substr(program.file.find_last_of('/') + 1);
  stem = stem.substr(0, stem.find('.'));
  return stem + "_" + program.function + program.name.substr(program.name.find_last_of('_'));
}

namespace {

// All but the kernels and the plan.
LoopNest headOf(const StencilProgram &program, const Schedule &schedule) {
  LoopNest nest;
  nest.name = program.name;
  nest.label = labelOf(program);
  nest.function = program.function;
  nest.file = program.file;
  nest.line = program.line;
  nest.rank = program.rank;
  nest.target = schedule.target;
  nest.family = nameOf(schedule.family);
  nest.placement = nameOf(schedule.placement);
  nest.fp = nameOf(schedule.fp);
  nest.slab = schedule.slab;
  nest.visitSteps = schedule.visitSteps;
  nest.tile = schedule.tile;
  nest.depth = schedule.depth;
  return nest;
}

LoopNest lowerOnBlocks(const StencilProgram &program, const std::vector<Guard> &guards, const Schedule &schedule) {
  const Mapped mapped = std::get<Mapped>(mappedOf(program));
  lowering::Context context(mapped.program, schedule);
  lowering::FamilyPlan plan = lowering::lowerMapped(context, mapped);
  LoopNest nest = headOf(mapped.program, schedule);
  nest.kernels = std::move(plan.kernels);
  nest.host = lowering::placeInCore(context, guards, std::move(plan));
  nest.host.hasHostCode = hasHostPoints(program);
  return nest;
}

} // namespace

LoopNest lower(const StencilProgram &program, const std::vector<Guard> &guards, const Schedule &schedule) {
  if (isOnBlocks(schedule.family))
    return lowerOnBlocks(program, guards, schedule);
  const bool isDiamond = schedule.family == Family::Diamond, levels = holdsTiles(schedule) && actsInEveryStep(program);
  StencilProgram leveled = levels ? withLevels(program, schedule.depth) : program;
  if (isDiamond && !levels)
    leveled = stoppingForAll(program);
  const Schedule ofStep = isDiamond ? lowering::besideDiamonds(schedule, program.rank) : schedule;
  lowering::Context context(leveled, ofStep);
  std::vector<Guard> allGuards = guards;
  lowering::FamilyPlan plan = planOf(context, schedule, allGuards);
  if (schedule.rowLoops)
    for (Kernel &kernel : plan.kernels)
      kernel.body = lowering::withLoadsAhead(context, kernel);
  LoopNest nest = headOf(program, schedule);
  nest.kernels = std::move(plan.kernels);
  nest.host = lowering::placeInCore(context, allGuards, std::move(plan));
  return nest;
}

} // namespace kasane
