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
constexpr int64_t kLine = 16;         // cells by which blocks of a row move, as Lower has it

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

Prediction diamondTime(const std::vector<StageFacts> &facts, const StencilProgram &program, const Leaning &leaning,
                       const Schedule &schedule, const Machine &machine, const Problem &problem) {
  const double length = lengthAlong(problem, leaning.axis),
               steps = std::min(double(schedule.depth), double(problem.steps));
  const double width = std::min(static_cast<double>(schedule.tile[leaning.axis]), length + 1);
  const double slope = static_cast<double>(std::max<int64_t>(leaning.slope, 1));
  const double height = std::min(width / slope, steps), most = std::min(2 * width / slope, steps);
  double cells = 1;
  InUse inUse = {kRows * width, width / 2};
  Box3 tile = {1, 1, 1};
  tile[leaning.axis] = std::max<int64_t>(static_cast<int64_t>(kRows * width), 1);
  for (int a = 0; a < program.rank; ++a) {
    cells *= lengthAlong(problem, a);
    if (a == leaning.axis)
      continue;
    const int64_t block = schedule.tile[a], whole = problem.grid[a];
    tile[a] = block ? std::min(block, whole) : whole;
    const auto moved =
        static_cast<double>(a == 0 ? (leaning.blocks[a] + kLine - 1) / kLine * kLine : leaning.blocks[a]);
    inUse.level *= static_cast<double>(tile[a]);
    inUse.all *=
        block ? std::min(static_cast<double>(block) + moved * most, static_cast<double>(whole)) : double(whole);
  }
  const Bytes bytes = bytesOfCell(program);
  inUse.all *= bytes.held;
  inUse.level *= bytes.held;
  const double memory = memoryCeiling(machine, bytesOf(program, problem)), units = static_cast<double>(machine.units);
  Prediction out;
  auto &seconds = out.seconds;
  auto at = [&](Resource r) -> double & { return seconds[static_cast<size_t>(r)]; };
  double rows = 0;
  for (size_t k = 0; k < facts.size(); ++k) {
    const Box3 domain = lengthOf(program.stages[k].domain, problem);
    Box3 box = tile;
    double of = 1;
    for (int a = 0; a < program.rank; ++a) {
      box[a] = std::min(box[a], domain[a]);
      of *= static_cast<double>(domain[a]) / static_cast<double>(box[a]);
    }
    const KernelWork work = sweepWork(facts[k], {box, {1, 1, 1}}, domain, machine);
    // Planes of a block that are looked at around it come once for the block; lines that are stored come in first.
    const auto planes = static_cast<double>(program.rank > 2 ? box[2] : 1);
    double looked = 0;
    for (const StageFacts::Access &access : facts[k].accesses) {
      const double around = static_cast<double>(program.rank > 2 ? access.reach.hi[2] - access.reach.lo[2] : 0);
      looked += access.size * ((access.reads > 0) * (planes + around) / planes + 2.0 * access.written);
    }
    rows += of * static_cast<double>(box[1]) * static_cast<double>(box[2]);
    at(Resource::Instructions) += of * over(work.instructions, machine.operations.f32 / 2);
    at(Resource::Operations) +=
        of * (over(work.operations[0], machine.operations.f32) + over(work.operations[1], machine.operations.f64) +
              over(work.operations[2], machine.operations.i32));
    at(Resource::Local) += fromCaches(machine, of * work.cells * looked, inUse, memory);
  }
  out.moved = cells * bytes.moved / height;
  at(Resource::Memory) = out.moved / memory;
  const double fronts = slope / width + 2 / steps, tiles = std::max(length / width, 1.0);
  at(Resource::Instructions) += rows * kRowSeconds / units;
  const double core = std::max(at(Resource::Instructions), at(Resource::Operations)) + at(Resource::Local);
  out.fill = tiles / units / std::ceil(tiles / units);
  out.overhead = fronts * machine.launch;
  const double moved = at(Resource::Memory);
  out.total = (std::max(core, moved) + kNotHidden * std::min(core, moved)) / out.fill + out.overhead;
  out.bound = moved > core                                            ? Resource::Memory
              : at(Resource::Local) > at(Resource::Instructions)      ? Resource::Local
              : at(Resource::Instructions) > at(Resource::Operations) ? Resource::Instructions
                                                                      : Resource::Operations;
  return out;
}

} // namespace kasane::tuning
