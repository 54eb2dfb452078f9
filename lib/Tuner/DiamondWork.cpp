// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "DiamondWork.h"

#include "Ceilings.h"
#include "Work.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

// Fitted on two cores of a Xeon with AVX-512 (twelve programs, seven to twelve tiles each).
constexpr double kNotHidden = 0.9;    // of the time for memory: a diamond first comes in, then it is worked on
constexpr double kRoom = 1.0;         // of a cache, for what is in use; twice as much is too much
constexpr double kRowSeconds = 45e-9; // a row's start: its addresses, and the first lines, which nobody has asked for
constexpr double kRows = 0.75;        // of a diamond's width: the rows of a level, about
constexpr int64_t kManySteps = 10;    // with so many small arrays, too, are made by diamonds

bool isWritten(const StencilProgram &program, FieldId field) {
  for (const FieldId name : cycleOf(program, field))
    for (const Stage &stage : program.stages)
      if (const StageFootprint footprint = footprintOf(stage); const FieldAccess *access = footprint.find(name))
        if (access->written)
          return true;
  return false;
}

// Bytes of a cell of all arrays: those that are there, and those that come and go.
struct Bytes {
  double held = 0, moved = 0;
};
Bytes bytesOfCell(const StencilProgram &program) {
  Bytes out;
  for (size_t f = 0; f < program.fields.size(); ++f) {
    const Field &field = program.fields[f];
    bool whole = !isGathered(field) && field.table.empty();
    for (int a = 0; a < program.rank; ++a)
      whole &= field.has[a];
    if (!whole)
      continue;
    out.held += sizeOf(field.elem);
    out.moved += sizeOf(field.elem) * (isWritten(program, static_cast<FieldId>(f)) ? 2.0 : 1.0);
  }
  return out;
}

// Bytes that stay in use until a diamond has been made, and from one level to the next.
struct InUse {
  double all, level;
};

// Seconds that a core takes for `bytes` between it and the caches that hold what is in use.
double fromCaches(const Machine &machine, double bytes, const InUse &inUse, double memory) {
  double seconds = bytes / memory;
  for (const MemoryLevel &level : machine.caches) {
    const bool isNearest = &level == &machine.caches.back();
    const double room =
        kRoom * static_cast<double>(level.bytes) / (level.shared ? static_cast<double>(machine.units) : 1);
    const double here = std::clamp(2 - (isNearest ? inUse.level : inUse.all) / room, 0.0, 1.0);
    seconds = here * over(bytes, level.bandwidth) + (1 - here) * seconds;
  }
  return seconds;
}

double lengthAlong(const Problem &problem, int axis) { return static_cast<double>(problem.grid[axis]); }

// Diamonds of one schedule on one machine.
class Diamonds {
public:
  Diamonds(const StencilProgram &program, const Leaning &leaning, const Schedule &schedule, const Machine &machine,
           const Problem &problem)
      : program_(program), machine_(machine), problem_(problem), length_(lengthAlong(problem, leaning.axis)),
        steps_(std::min(static_cast<double>(schedule.depth), static_cast<double>(problem.steps))),
        width_(std::min(static_cast<double>(schedule.tile[leaning.axis]), length_ + 1)),
        slope_(static_cast<double>(std::max<int64_t>(leaning.slope, 1))), bytes_(bytesOfCell(program)),
        memory_(memoryCeiling(machine, bytesOf(program, problem))) {
    tile_[leaning.axis] = std::max<int64_t>(static_cast<int64_t>(kRows * width_), 1);
    inUse_ = {bytes_.held * kRows * width_, bytes_.held * width_ / 2};
    for (int a = 0; a < program.rank; ++a)
      if (a != leaning.axis)
        addBlocks(a, schedule.tile[a], leaning.blocks[a]);
  }

  Prediction predict(const std::vector<StageFacts> &facts) {
    const auto units = static_cast<double>(machine_.units);
    for (size_t k = 0; k < facts.size(); ++k)
      addStage(facts[k], lengthOf(program_.stages[k].domain, problem_));
    at(Resource::Instructions) += rows_ * kRowSeconds / units;
    double cells = 1;
    for (int a = 0; a < program_.rank; ++a)
      cells *= lengthAlong(problem_, a);
    out_.moved = cells * bytes_.moved / std::min(width_ / slope_, steps_);
    at(Resource::Memory) = out_.moved / memory_;
    const double tiles = std::max(length_ / width_, 1.0), moved = at(Resource::Memory);
    const double core = std::max(at(Resource::Instructions), at(Resource::Operations)) + at(Resource::Local);
    out_.fill = tiles / units / std::ceil(tiles / units);
    out_.overhead = (slope_ / width_ + 2 / steps_) * machine_.launch; // fronts of a step
    out_.total = (std::max(core, moved) + kNotHidden * std::min(core, moved)) / out_.fill + out_.overhead;
    const auto most = std::max_element(out_.seconds.begin(), out_.seconds.end());
    out_.bound = static_cast<Resource>(most - out_.seconds.begin());
    return out_;
  }

private:
  double &at(Resource r) { return out_.seconds[static_cast<size_t>(r)]; }

  void addBlocks(int axis, int64_t block, int64_t slope) {
    const int64_t whole = problem_.grid[axis];
    tile_[axis] = block ? std::min(block, whole) : whole;
    inUse_.level *= static_cast<double>(tile_[axis]);
    const auto moved = static_cast<double>(blockSlopeOf(axis, slope));
    const double all = static_cast<double>(block) + moved * std::min(2 * width_ / slope_, steps_);
    inUse_.all *= block ? std::min(all, static_cast<double>(whole)) : static_cast<double>(whole);
  }

  void addStage(const StageFacts &facts, const Box3 &domain) {
    Box3 box = tile_;
    double of = 1; // boxes
    for (int a = 0; a < program_.rank; ++a) {
      box[a] = std::min(box[a], domain[a]);
      of *= static_cast<double>(domain[a]) / static_cast<double>(box[a]);
    }
    const KernelWork work = sweepWork(facts, {box, {1, 1, 1}}, domain, machine_);
    // Planes of a block that are looked at around it come once for the block; lines that are stored come in first.
    const auto planes = static_cast<double>(program_.rank > 2 ? box[2] : 1);
    double looked = 0;
    for (const StageFacts::Access &access : facts.accesses) {
      const auto around = static_cast<double>(program_.rank > 2 ? access.reach.hi[2] - access.reach.lo[2] : 0);
      looked += access.size * ((access.reads > 0) * (planes + around) / planes + 2.0 * access.written);
    }
    rows_ += of * static_cast<double>(box[1]) * static_cast<double>(box[2]);
    const OperationRates &rates = machine_.operations;
    at(Resource::Instructions) += of * over(work.instructions, rates.f32 / 2);
    at(Resource::Operations) += of * (over(work.operations[0], rates.f32) + over(work.operations[1], rates.f64) +
                                      over(work.operations[2], rates.i32));
    at(Resource::Local) += fromCaches(machine_, of * work.cells * looked, inUse_, memory_);
  }

  const StencilProgram &program_;
  const Machine &machine_;
  const Problem &problem_;
  double length_, steps_, width_, slope_;
  Bytes bytes_;
  double memory_;
  InUse inUse_{};
  Box3 tile_ = {1, 1, 1}; // the cells of a level in a block
  double rows_ = 0;
  Prediction out_;
};

} // namespace

std::optional<Leaning> leaningOf(const StencilProgram &program) {
  if (notDiamond(program))
    return std::nullopt;
  const Skew skew = skewOf(program);
  Leaning out{diamondAxisOf(program), 0, {-1, -1, -1}};
  out.slope = skew.axis[out.axis]->up.slope + skew.axis[out.axis]->down.slope;
  for (int a = 0; a < program.rank; ++a)
    if (a != out.axis && skew.axis[a])
      out.blocks[a] = skew.axis[a]->up.slope;
  return out;
}

std::vector<Box3> diamondTiles(const StencilProgram &program) {
  const std::optional<Leaning> leaning = leaningOf(program);
  if (!leaning)
    return {};
  const int64_t steep = std::max<int64_t>((leaning->slope + 1) / 2, 1);
  auto blocks = [&](int axis, std::vector<int64_t> extents) {
    return leaning->blocks[axis] < 0 ? std::vector<int64_t>{0} : extents;
  };
  std::vector<Box3> out;
  if (program.rank == 1)
    for (const int64_t width : {2048, 4096, 8192})
      out.push_back({width * steep, 1, 1});
  if (program.rank == 2)
    for (const int64_t row : blocks(0, {512, 256}))
      for (const int64_t width : {32, 16, 64})
        out.push_back({row, width * steep, 1});
  if (program.rank == 3)
    for (const int64_t row : blocks(0, {0, 512}))
      for (const int64_t width : {16, 24, 32, 8})
        for (const int64_t planes : blocks(2, {1, 2}))
          out.push_back({row, width * steep, planes});
  return out;
}

void leaveSmallToSweeps(Schedule &schedule, int rank, const Machine &machine) {
  schedule.smallBytes = 0;
  for (const MemoryLevel &level : machine.caches)
    if (!level.shared)
      schedule.smallBytes = std::max(schedule.smallBytes, level.bytes * machine.units);
  schedule.manySteps = rank < 3 ? kManySteps : 0;
}

Prediction diamondTime(const std::vector<StageFacts> &facts, const StencilProgram &program, const Leaning &leaning,
                       const Schedule &schedule, const Machine &machine, const Problem &problem) {
  return Diamonds(program, leaning, schedule, machine, problem).predict(facts);
}

} // namespace kasane::tuning
