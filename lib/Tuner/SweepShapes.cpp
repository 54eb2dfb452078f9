// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SweepShapes.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

constexpr int64_t kCells = 4; // of an item
constexpr int64_t kWarps = 4;

} // namespace

std::vector<Schedule> sweepShapes(const Schedule &open, int rank, const Machine &machine) {
  std::vector<Schedule> out;
  const int64_t width = std::max<int64_t>(machine.width, 1);
  for (int64_t rows = 1; rows <= (rank > 1 ? kWarps : 1); rows *= 2) {
    Schedule s = open;
    s.group = {width * kWarps / rows, rows, 1};
    s.tile = {kCells * s.group[0], rows, 1};
    if (width * kWarps <= machine.groups.items && s.group[0] <= machine.groups.axes[0] && rows <= machine.groups.axes[1])
      out.push_back(s);
  }
  return out;
}

} // namespace kasane::tuning
