// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "BlockShapes.h"

#include "kasane/Analysis/Mapped.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

constexpr int64_t kItems = 256; // of a group; more have no registers where there are many components
constexpr double kGhost = 4e-9; // seconds of a ghost that a thread of a processor fills, from memory
// Schedule rows goes over its arrays before the first step and behind the last one. Copies are new pages, so all of it
// takes as long as to read them so often.
constexpr double kCopies = 20;
constexpr double kLoopsOfFill = 7; // of the threads together, where leaves of several levels and ends meet

int64_t largestDivisor(int64_t of, int64_t most) {
  int64_t out = std::max<int64_t>(std::min(of, most), 1);
  while (of % out)
    --out;
  return out;
}

// Of a component.
double cellsOf(const StencilProgram &program, const Problem &problem) {
  double cells = 0;
  for (const Stage &stage : program.stages) {
    const std::array<int64_t, 3> length = lengthOf(stage, problem);
    cells = std::max(cells,
                     static_cast<double>(length[0]) * static_cast<double>(length[1]) * static_cast<double>(length[2]));
  }
  return cells;
}

} // namespace

std::vector<std::array<int64_t, 3>> blockTiles(Family family, const StencilProgram &program, const TargetInfo &target,
                                               const Machine &machine) {
  const auto made = mappedOf(program);
  const auto *mapped = std::get_if<Mapped>(&made);
  if (!mapped)
    return {};
  const int64_t cells = mapped->cells * (family == Family::Families ? 2 : 1),
                depth = mapped->program.rank == 3 ? cells : 1;
  if (!target.workGroups || machine.kind == MachineClass::Cpu || family == Family::Classes)
    return {{cells, cells, depth}};
  const int64_t most = std::min(kItems, machine.groups.items), rows = largestDivisor(cells, most / cells);
  return {{cells, rows, largestDivisor(depth, most / (cells * rows))}};
}

std::array<int64_t, 3> blockGroup(const std::array<int64_t, 3> &tile, const Machine &machine) {
  if (machine.kind == MachineClass::Cpu)
    return {1, 1, 1};
  std::array<int64_t, 3> out{};
  int64_t left = std::min(kItems, machine.groups.items);
  for (size_t a = 0; a < 3; ++a) {
    out[a] = std::max<int64_t>(std::min({tile[a], left, machine.groups.axes[a]}), 1);
    left /= out[a];
  }
  return out;
}

double fillSeconds(const StencilProgram &program, const Machine &machine, const Problem &problem) {
  const double link = std::min(machine.link.in, machine.link.out), cells = cellsOf(program, problem);
  double bytes = 0;
  for (const HostAction &action : program.actions)
    if (const auto *point = std::get_if<HostPoint>(&action.node); point && point->fill)
      for (const Field &field : program.fields)
        if (field.array == point->fill->array)
          bytes += 2 * cells * static_cast<double>(sizeOf(field.elem));
  if (link > 0)
    return bytes / link;
  const auto made = mappedOf(program);
  const auto *mapped = std::get_if<Mapped>(&made);
  double ghosts = 0;
  for (const MappedFill &fill : mapped ? mapped->fills : std::vector<MappedFill>())
    ghosts += static_cast<double>(mapped->arrays[static_cast<size_t>(fill.array)].components * cells) *
              (static_cast<double>(mapped->room()) / static_cast<double>(mapped->cellsOfBlock()) - 1);
  return ghosts * kGhost;
}

double rowsSeconds(const StencilProgram &program, const Machine &machine, const Problem &problem) {
  const auto made = mappedOf(program);
  const auto *mapped = std::get_if<Mapped>(&made);
  double bytes = 0;
  for (const MappedArray &array : mapped ? mapped->arrays : std::vector<MappedArray>())
    bytes += static_cast<double>(array.components * sizeOf(array.elem)) * cellsOf(program, problem);
  const double loops = mapped ? kLoopsOfFill * static_cast<double>(mapped->fills.size()) : 0;
  return kCopies * bytes / machine.memory.bandwidth / static_cast<double>(std::max<int64_t>(problem.steps, 1)) +
         loops * machine.launch;
}

} // namespace kasane::tuning
