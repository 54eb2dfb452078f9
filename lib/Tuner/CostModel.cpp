// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/CostModel.h"
#include "kasane/Analysis/PivotGroups.h"

#include "BlockShapes.h"
#include "Ceilings.h"
#include "DiamondWork.h"
#include "GatherWork.h"
#include "InOrderWork.h"
#include "PivotWork.h"
#include "SecondsOfWork.h"
#include "StreamWork.h"
#include "kasane/Analysis/Ghosts.h"
#include "kasane/Analysis/Levels.h"
#include "kasane/Analysis/Periodic.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <list>

namespace kasane {
namespace {

using tuning::Box3;
using tuning::KernelWork;
using tuning::resident;

constexpr double kMovesLess = 0.9; // of what sweeps move
constexpr double kMeeting = 2;     // launches that it takes as long as, until two lanes have waited for each other

Box3 wholeTile(const Schedule &schedule, const Box3 &length) {
  Box3 tile = schedule.tile;
  for (int a = 0; a < 3; ++a)
    tile[a] = tile[a] ? std::min(tile[a], length[a]) : length[a];
  return tile;
}

double shareOf(const Box3 &length, const Box3 &tile, double groups) {
  double wanted = 1, made = groups;
  for (int a = 0; a < 3; ++a) {
    wanted *= static_cast<double>(length[a]);
    made *= static_cast<double>(tile[a]);
  }
  return wanted / made;
}

} // namespace

std::string nameOf(Resource resource) {
  static const char *const kNames[] = {"memory", "cache", "on-chip memory", "arithmetic", "instructions", "latency"};
  return kNames[static_cast<int>(resource)];
}

// What passes of all depths are cut from: the program, or what its levels are where each step has some of its own.
struct CostModel::Source {
  explicit Source(StencilProgram made)
      : program(std::move(made)), touched(fieldHulls(program)), stages(coneStagesOf(program)) {}
  const SharedStages &streamed() const {
    if (!streamed_)
      streamed_ = streamStagesOf(program);
    return streamed_;
  }
  StencilProgram program;
  Touched touched;
  ConeStages stages;

private:
  mutable SharedStages streamed_;
};

struct CostModel::Facts {
  StencilProgram sweeps;                                                 // what that family makes of the program
  std::shared_ptr<const Source> source;                                  // what the others make of it
  std::vector<tuning::StageFacts> sweepStages, rowStages, overlapStages; // the second with Schedule::rowLoops
  std::vector<Box3> lengths;                                             // of the sweeps' domains
  std::vector<KernelWork> gathers;        // kernels that collect what the cells left, in every step of any family
  std::optional<tuning::Leaning> leaning; // of diamonds, where there can be any
  double fills = 0;                       // seconds of a step that fills of ghosts by the host take
  double ofRows = 0;                      // and that schedule rows takes beside its nests
  double secondsOfBlocks(Family family) const {
    return family == Family::Rows ? ofRows : isOnBlocks(family) ? 0 : fills;
  }
};

// What tiles of one depth are like.
struct CostModel::Tiles {
  std::shared_ptr<const Source> source;
  Cone cone;                // of a pass between others
  std::vector<Cone> others; // of the last one, and of those that are made again in part
  // Of the cone and the others, where planes can be streamed.
  std::list<tuning::StreamChoice> &streams() const {
    if (streams_.empty()) {
      streams_.emplace_back(source->program, source->streamed(), cone);
      for (const Cone &other : others)
        streams_.emplace_back(source->program, source->streamed(), other);
    }
    return streams_;
  }
  tuning::StreamGroups &groupsOf(const Schedule &s) const { return streams().front().of(s); }

private:
  mutable std::list<tuning::StreamChoice> streams_;
};

CostModel::CostModel(const StencilProgram &program, const Machine &machine, const Problem &problem)
    : machine_(machine), problem_(problem) {
  auto facts = std::make_shared<Facts>();
  facts->sweeps = withoutHostPoints(program);
  std::optional<Unghosted> unghosted = withoutGhosts(facts->sweeps);
  facts->source = std::make_shared<const Source>(unghosted ? std::move(unghosted->program) : facts->sweeps);
  for (const Stage &stage : facts->sweeps.stages) {
    facts->sweepStages.push_back(tuning::factsOf(program, stage, problem.grid, machine.kind));
    facts->rowStages.push_back(tuning::rowFactsOf(program, stage, problem.grid, machine.kind));
    facts->lengths.push_back(lengthOf(stage, problem));
  }
  for (Stage stage : facts->source->program.stages) {
    stage.body = onRings(facts->source->stages.rings, stage.body, [](FieldId) { return true; });
    facts->overlapStages.push_back(tuning::factsOf(program, stage, problem.grid, machine.kind));
  }
  facts->gathers = tuning::gatherWorks(facts->sweeps, problem);
  facts->leaning = tuning::leaningOf(facts->sweeps);
  facts->fills = tuning::fillSeconds(program, machine, problem);
  facts->ofRows = tuning::rowsSeconds(program, machine, problem);
  facts_ = std::move(facts);
}

const CostModel::Tiles &CostModel::tilesOf(int depth) const {
  std::shared_ptr<const Tiles> &tiles = tiles_[depth];
  if (!tiles) {
    auto made = std::make_shared<Tiles>();
    const StencilProgram &whole = facts_->source->program;
    const bool every = actsInEveryStep(whole);
    made->source = every ? std::make_shared<const Source>(withLevels(whole, depth)) : facts_->source;
    const StencilProgram &program = made->source->program;
    const Touched &touched = made->source->touched;
    const ConeStages &stages = made->source->stages;
    const bool stop = stops(program), acts = !program.actions.empty(), isLast = stop || !program.time;
    made->cone = coneOf(program, stages, touched, depth, ConeOptions{isLast, acts && (isLast || every), stop});
    made->others = {coneOf(program, stages, touched, depth, ConeOptions{true, acts, stop})};
    for (const HostAction &action : program.actions)
      if (stop && action.before < program.stages.size())
        made->others.push_back(
            coneOf(program, stages, touched, 1, ConeOptions{true, false, true, action.before, false}));
    tiles = std::move(made);
  }
  return *tiles;
}

std::array<int64_t, 3> CostModel::haloOf(const Schedule &schedule) const {
  std::array<int64_t, 3> out{};
  if (!holdsTiles(schedule))
    return out;
  if (schedule.family == Family::Pipeline) {
    const Stream &stream = tilesOf(schedule.depth).streams().front().plain();
    const Reach reach = stream.reach();
    for (int a = 0; a < stream.axis; ++a)
      out[a] = reach.hi[a] - reach.lo[a];
    return out;
  }
  for (const ConeStage &stage : tilesOf(schedule.depth).cone.stages)
    for (int a = 0; a < 3; ++a)
      out[a] = std::max(out[a], stage.reach.hi[a] - stage.reach.lo[a]);
  return out;
}

int64_t CostModel::onChipBytes(const Schedule &schedule) const {
  if (schedule.family == Family::Pivot && !schedule.rowLoops) {
    const StencilProgram &program = facts_->source->program;
    const Pivot pivot = *pivotOf(program);
    return pivotBytesOnChip(program, pivot, pivotGroups(program, pivot, schedule.tile, schedule.depth));
  }
  if (!holdsTiles(schedule))
    return 0;
  const Tiles &tiles = tilesOf(schedule.depth);
  if (schedule.family == Family::Pipeline) {
    int64_t most = 0;
    for (tuning::StreamChoice &streams : tiles.streams())
      most = std::max(most, streams.of(schedule).of(schedule).bytes);
    return most;
  }
  int64_t bytes = tuning::onChipBytes(tiles.source->program, tiles.cone, schedule.tile, schedule.rowLoops);
  for (const Cone &cone : tiles.others)
    bytes = std::max(bytes, tuning::onChipBytes(tiles.source->program, cone, schedule.tile, schedule.rowLoops));
  return bytes;
}

double CostModel::instructionsOfStep() const {
  double sum = 0;
  for (const tuning::StageFacts &stage : facts_->overlapStages)
    sum += stage.instructions;
  return sum;
}

bool CostModel::storesLess(const Schedule &schedule) const {
  if (schedule.family != Family::Overlap || schedule.depth != 1)
    return false;
  const Tiles &tiles = tilesOf(1);
  for (size_t b = 0; b < tiles.cone.buffers.size(); ++b)
    if (const ConeBuffer &buffer = tiles.cone.buffers[b];
        buffer.written && !buffer.stored && !tiles.source->program.fields[b].hidden)
      return true;
  return false;
}

bool CostModel::movesLess(const Schedule &schedule) const {
  if (schedule.family != Family::Overlap || schedule.depth != 1 || machine_.kind != MachineClass::Gpu)
    return storesLess(schedule);
  Schedule sweep = schedule;
  sweep.family = Family::Sweep;
  return storesLess(schedule) || predict(schedule).moved < kMovesLess * predict(sweep).moved;
}

bool CostModel::holdsArrays(const Schedule &schedule) const {
  const Tiles &tiles = tilesOf(schedule.depth);
  return &tiles.groupsOf(schedule).stream() != &tiles.streams().front().plain();
}

double CostModel::registersOf(const Schedule &schedule) const {
  if (schedule.family == Family::Sweep) {
    double registers = 0;
    for (size_t k = 0; k < facts_->sweepStages.size(); ++k)
      registers = std::max(registers, tuning::registersOfRows(facts_->sweepStages[k], shapeOf(schedule, k)));
    return registers;
  }
  return registersWith(tilesOf(schedule.depth).groupsOf(schedule).of(schedule).words);
}

bool CostModel::marches(const Schedule &schedule) const {
  bool out = false;
  for (size_t k = 0; k < facts_->sweepStages.size() && schedule.family == Family::Sweep; ++k)
    out |= tuning::isMarch(facts_->sweepStages[k], shapeOf(schedule, k));
  return out;
}

int64_t CostModel::unrolledOf(const Schedule &schedule) const {
  tuning::StreamGroups &groups = tilesOf(schedule.depth).groupsOf(schedule);
  return groups.stream().isLine ? operationsOf(groups.stream(), groups.of(schedule).block) : 0;
}

double CostModel::registersAtOnce(const Schedule &schedule) const {
  if (schedule.family == Family::Sweep)
    return tuning::withCrowd(machine_, registersOf(schedule));
  const double words = tilesOf(schedule.depth).groupsOf(schedule).of(schedule).words;
  return machine_.registers.areAsked ? registersWith(words) : registersFreely(words);
}

int64_t CostModel::groupsAtOnce(const Schedule &schedule) const {
  KernelWork work;
  work.registers = registersAtOnce(schedule);
  work.onChip = onChipBytes(schedule);
  return static_cast<int64_t>(resident(machine_, work, schedule.group[0] * schedule.group[1] * schedule.group[2]));
}

std::array<bool, 2> CostModel::wideEndsOf(const Schedule &schedule) const {
  const StencilProgram &program = facts_->source->program;
  tuning::StreamGroups &groups = tilesOf(schedule.depth).groupsOf(schedule);
  std::array<bool, 2> out{};
  for (int a = 0; a < groups.stream().axis; ++a)
    out[a] =
        std::ranges::find(problem_.assumed, program.axisNames[a]) != problem_.assumed.end() ||
        tuning::hasWideEnds(a, groups.stream(), {schedule.tile, schedule.group}, groups.of(schedule), problem_.grid);
  return out;
}

int64_t CostModel::rimPartsOf(const Schedule &schedule) const {
  tuning::StreamGroups &groups = tilesOf(schedule.depth).groupsOf(schedule);
  const tuning::Shape shape{schedule.tile, schedule.group};
  if (!groups.stream().startsWithRim() || !problem_.assumed.empty() || groups.stream().rings.any())
    return 1;
  int64_t parts = groups.stream().rimParts(schedule.tile[1]);
  const double room = static_cast<double>(machine_.units * groupsAtOnce(schedule));
  while (parts > 1 && tuning::groupsWithRim(groups.stream(), groups.of(schedule), shape, problem_.grid, parts) > room)
    --parts;
  return parts;
}

tuning::Shape CostModel::shapeOf(const Schedule &sweep, size_t stage) const {
  const Schedule fit = fitted(sweep, facts_->sweeps.stages[stage].domain);
  return {wholeTile(fit, facts_->lengths[stage]), fit.group, fit.abreast};
}

tuning::StreamRoom CostModel::roomFor(const Schedule &schedule) const {
  const int64_t groups = groupsAtOnce(schedule), items = schedule.group[0] * schedule.group[1];
  const Registers &has = machine_.registers;
  double registers = std::numeric_limits<double>::infinity();
  if (has.perUnit && has.areAsked) { // each slot has its share
    const double width = static_cast<double>(machine_.width), slots = tuning::issueSlots(machine_),
                 warps = std::ceil(static_cast<double>(groups * items) / width / slots);
    registers = std::floor(static_cast<double>(has.perUnit) / slots / (warps * width));
  }
  return {static_cast<double>(machine_.local.perUnit / 2 / groups), // the rest is the groups' own
          has.perItem ? std::min(registers, static_cast<double>(has.perItem)) : registers};
}

double CostModel::secondsOfFronts(const Schedule &schedule) const {
  const FrontsOn units = frontsOn(!schedule.rowLoops, schedule.groupMemory);
  const StencilProgram &program = facts_->sweeps;
  double out = 0;
  for (size_t k = 0; k < program.stages.size() && schedule.family == Family::Sweep; ++k)
    out += tuning::secondsOfFronts(program, program.stages[k], facts_->lengths[k], machine_, units);
  return out;
}

Prediction CostModel::predict(const Schedule &schedule) const {
  if (schedule.family == Family::Diamond)
    return tuning::diamondTime(facts_->rowStages, facts_->sweeps, *facts_->leaning, schedule, machine_, problem_);
  tuning::SecondsOfWork sums(machine_, tuning::bytesOf(facts_->sweeps, problem_));
  tuning::SecondsOfWork ahead(machine_, tuning::bytesOf(facts_->sweeps, problem_)); // of pivot, beside the rest
  double cells = 0, wanted = 0, beside = 0;
  auto add = [&](const KernelWork &work, const Box3 &length, const Box3 &tile, const Box3 &group) {
    sums.add(work, shareOf(length, tile, work.groups), group[0] * group[1] * group[2], schedule.depth);
    cells += work.cells / (static_cast<double>(tile[0]) * static_cast<double>(tile[1]) * static_cast<double>(tile[2]));
  };
  if (schedule.family == Family::Sweep || isOnBlocks(schedule.family)) {
    for (size_t k = 0; k < facts_->sweepStages.size(); ++k) {
      const Box3 &length = facts_->lengths[k];
      const tuning::Shape shape = shapeOf(schedule, k);
      const tuning::StageFacts &facts = schedule.rowLoops ? facts_->rowStages[k] : facts_->sweepStages[k];
      add(tuning::sweepWork(facts, shape, length, machine_), length, shape.tile, shape.group);
      wanted += 1;
    }
  } else if (schedule.family == Family::Pivot) {
    for (const tuning::PivotWork &part : tuning::pivotWorks(facts_->sweeps, facts_->rowStages, schedule, problem_)) {
      if (part.isAhead) {
        const double before = ahead.sum().total;
        ahead.add(part.work, shareOf(part.length, part.tile, part.work.groups), part.items, schedule.depth);
        const double atOnce = machine_.units * tuning::resident(machine_, part.work, part.items);
        if (!part.isOfRest) // units that it has aren't there for the rest
          beside += std::min(part.work.groups / atOnce, 1.0) * (ahead.sum().total - before);
        continue;
      }
      add(part.work, part.length, part.tile, {part.items, 1, 1});
      wanted += schedule.depth;
    }
  } else if (schedule.family == Family::Pipeline) {
    const Tiles &tiles = tilesOf(schedule.depth);
    tuning::StreamGroups &groups = tiles.groupsOf(schedule);
    KernelWork work = tuning::streamWork(facts_->overlapStages, tiles.source->program, tiles.cone, groups.stream(),
                                         {schedule.tile, schedule.group}, groups.of(schedule), problem_.grid,
                                         schedule.fp != FpMode::Strict, roomFor(schedule));
    work.registers = registersAtOnce(schedule);
    add(work, problem_.grid, schedule.tile, schedule.group);
    wanted = static_cast<double>(facts_->source->program.stages.size()) * schedule.depth;
  } else {
    const Box3 tile = wholeTile(schedule, problem_.grid);
    const Tiles &tiles = tilesOf(schedule.depth);
    add(tuning::overlapWork(facts_->overlapStages, tiles.source->program, tiles.cone,
                            {tile, schedule.group, false, schedule.rowLoops}, problem_.grid, machine_, problem_),
        problem_.grid, tile, schedule.group);
    wanted = static_cast<double>(facts_->source->program.stages.size()) * schedule.depth;
  }
  for (const KernelWork &gather : facts_->gathers)
    sums.add(gather, 1, machine_.width, 1);
  Prediction out = sums.sum();
  const double beyond = facts_->secondsOfBlocks(schedule.family) + secondsOfFronts(schedule);
  out.overhead += beyond;
  out.total += beyond;
  if (const double inTurn = ahead.sum().total; inTurn > 0)
    out.total = std::max(out.total + beside, inTurn) + kMeeting * machine_.launch / schedule.depth;
  out.redundancy = wanted > 0 ? std::max(cells / wanted, 1.0) : 1;
  return out;
}

} // namespace kasane
