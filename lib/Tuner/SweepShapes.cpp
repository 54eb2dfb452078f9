// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SweepShapes.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

constexpr int64_t kCells = 4; // of an item
constexpr int64_t kWarps = 4;
constexpr int64_t kMarchRows = 8, kMarch = 16; // rows of a group, and planes that its items go along

} // namespace

bool haveShapes(Family family, const TargetInfo &target, const Machine &machine) {
  return family == Family::Sweep && target.workGroups && machine.kind == MachineClass::Gpu;
}

std::vector<Schedule> sweepShapes(const Schedule &open, int rank, const Machine &machine, int64_t row) {
  std::vector<Schedule> out;
  const int64_t width = std::max<int64_t>(machine.width, 1);
  int64_t most = rank > 1 ? kWarps : 1;
  if (rank > 2) // rows of a plane are looked at by several planes
    most = 2 * kWarps;
  for (int64_t rows = 1; rows <= most; rows *= 2) {
    Schedule s = open;
    s.group = {std::max<int64_t>(width, width * kWarps / rows), rows, 1};
    s.tile = {std::clamp<int64_t>((row + s.group[0] - 1) / s.group[0], 1, kCells) * s.group[0], rows, 1};
    if (s.group[0] * rows > machine.groups.items || s.group[0] > machine.groups.axes[0] ||
        rows > machine.groups.axes[1])
      continue;
    out.push_back(s);
    if (s.abreast && rank > 1) { // and two of those along the slowest axis at once
      s.tile[rank - 1] *= 2;
      out.push_back(s);
    }
  }
  if (open.abreast && rank > 2 && width * kMarchRows <= machine.groups.items) {
    Schedule s = open;
    s.group = {width, kMarchRows, 1};
    s.tile = {std::clamp<int64_t>((row + width - 1) / width, 1, kCells) * width, kMarchRows, kMarch};
    out.push_back(s);
  }
  return out;
}

} // namespace kasane::tuning
