// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "GroupShapes.h"

#include "kasane/Analysis/PivotGroups.h"

#include <algorithm>
#include <limits>

namespace kasane::tuning {
namespace {

using Extents = std::array<int64_t, 3>;

constexpr double kStep = 0.98;      // a wider group must be predicted that much faster
constexpr int64_t kMostItems = 256; // a device may grant fewer than its limit to a kernel with many registers

int64_t volume(const Extents &box) { return box[0] * box[1] * box[2]; }

} // namespace

std::pair<int64_t, int64_t> rowsOf(Family family, int rank, const Machine &machine) {
  if (machine.kind != MachineClass::Gpu)
    return {1, std::numeric_limits<int64_t>::max()};
  if (family == Family::Overlap && rank > 1)
    return {2 * machine.width, 4 * machine.width};
  return {machine.width, std::numeric_limits<int64_t>::max()};
}

Extents groupOf(Schedule s, const CostModel &model, const Machine &machine) {
  if (s.family == Family::Pivot)
    return {kPivotItems, kPivotItems, 1};
  if (machine.kind == MachineClass::Cpu)
    return {1, 1, 1}; // a loop over a row is turned into vectors, one that skips others' cells isn't
  const Extents halo = model.haloOf(s);
  // Work-items that run as one go along a row: fewer elements at a time are slow to be stored in an array that is read,
  // too. Loops over more than a few cells of a row aren't unrolled.
  const bool isGpu = machine.kind == MachineClass::Gpu,
             inRows = isGpu && (s.family == Family::Sweep || model.storesLess(s));
  int64_t cells = isGpu ? (s.tile[0] + halo[0]) / 6 : 1; // items of a row, or one has more cells of it than that
  if (inRows)
    cells = s.tile[0] / 4;
  const int64_t row = std::max<int64_t>(16, inRows ? machine.width : 0);
  const int64_t most = std::min(machine.groups.items, kMostItems);
  const auto last = [&](int axis) { return std::min(machine.groups.axes[axis], 2 * (s.tile[axis] + halo[axis]) - 1); };
  Extents best{1, 1, 1};
  double least = -1;
  for (int64_t x = 1; x <= std::min(most, last(0)); x *= 2)
    for (int64_t y = 1; x * y <= most && y <= last(1); y *= 2)
      for (int64_t z = 1; x * y * z <= most && z <= last(2); z *= 2) {
        if (x * y * z < std::min(machine.width, volume(s.tile)) || x < std::min(row, s.tile[0]) ||
            (inRows && z > 1 && 2 * y <= s.tile[1]) || (x < cells && 2 * x <= std::min(most, last(0))))
          continue;
        s.group = {x, y, z};
        const double seconds = model.predict(s).total;
        if (least >= 0 && seconds >= kStep * least)
          continue;
        least = seconds;
        best = s.group;
      }
  return best;
}

} // namespace kasane::tuning
