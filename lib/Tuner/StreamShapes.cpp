// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamShapes.h"

#include "kasane/Analysis/StreamBlock.h"

#include <algorithm>
#include <numeric>

namespace kasane::tuning {
namespace {

using Extents = std::array<int64_t, 3>;
struct Plane {
  int64_t x, y;
};

constexpr int64_t kMostItems = 512; // with more, too few registers are left for each

constexpr int64_t kRows = 4;      // of cells of a plane, that a work-item has
constexpr int64_t kShortest = 32; // planes of a group's stream

// Of `width` work-items that run as one.
std::vector<Plane> groupsOf(int rank, int64_t width) {
  if (rank <= 2)
    return {{2 * width, 1}, {4 * width, 1}, {8 * width, 1}};
  const int64_t half = std::max<int64_t>(width / 2, 1);
  return {{half, 8}, {half, 16}, {half, 32}, {width, 4}, {width, 8}, {width, 16}};
}
const std::vector<Plane> &blocksOf(int rank) {
  // A line's code is written out for all cells and steps: sixteen cells leave fewer steps.
  static const std::array<std::vector<Plane>, 3> kByRank = {
      {{{4, 1}, {8, 1}}, {{2, 1}, {4, 1}}, {{1, 4}, {2, 2}, {2, 4}, {4, 2}}}};
  return kByRank[static_cast<size_t>(rank) - 1];
}
struct GroupAndBlock {
  Plane group, block;
};
std::vector<GroupAndBlock> pairsOf(int rank, int64_t width) {
  std::vector<GroupAndBlock> out;
  for (const Plane &group : groupsOf(rank, width))
    for (const Plane &block : blocksOf(rank))
      out.push_back({group, block});
  if (rank > 2) // 20 rows: where arrays are held on chip, there is room for more than 16 and not for 32
    out.push_back({{width, 10}, {1, 2}});
  return out;
}
// Planes of a group's stream; a line has one.
std::vector<int64_t> segmentsOf(int rank) {
  if (rank == 1)
    return {1};
  return {1 * kShortest, kShortest / 2 * 3, 2 * kShortest, 3 * kShortest, 4 * kShortest, 8 * kShortest};
}

// Cells along x beside the halo, so that blocks begin where memory may be moved in rows.
int64_t acrossTile(int64_t items, int64_t block, int64_t halo) {
  const int64_t row =
      block == 1 ? kStreamRow : std::gcd(block, kStreamRow); // of single cells none is moved with another
  const int64_t before = (halo / 2 + row - 1) / row * row;
  return (items * block - before - (halo - halo / 2)) / row * row;
}

} // namespace

std::vector<Schedule> streamShapes(const Schedule &open, int rank, const Extents &halo, const Machine &machine) {
  std::vector<Schedule> out;
  for (const auto &[group, block] : pairsOf(rank, std::max<int64_t>(machine.width, 1)))
    for (const int64_t segment : segmentsOf(rank)) {
      Schedule s = open;
      s.group = {group.x, group.y, 1};
      s.tile = {acrossTile(group.x, block.x, halo[0]), rank > 2 ? group.y * block.y - halo[1] : segment,
                rank > 2 ? segment : 1};
      const bool fits = group.x * group.y <= machine.groups.items && group.x <= machine.groups.axes[0] &&
                        group.y <= machine.groups.axes[1];
      if (fits && s.tile[0] >= std::max<int64_t>(halo[0], 1) &&
          (rank <= 2 || s.tile[1] >= std::max<int64_t>(halo[1], 1)))
        out.push_back(s);
    }
  return out;
}

std::vector<Schedule> streamShapesOf(const Schedule &given, int rank, const Extents &halo, const Machine &machine) {
  std::vector<Schedule> out;
  for (Schedule &shape : streamShapes(given, rank, halo, machine)) {
    if (rank > 1)
      shape.tile[rank - 1] = given.tile[rank - 1];
    if (std::ranges::find(out, shape.group, &Schedule::group) == out.end() && shape.tile == given.tile)
      out.push_back(shape);
  }
  return out;
}

bool isEvery(int64_t factor, const Schedule &stream, int rank) {
  if (rank == 1)
    return true;
  int64_t segment = stream.tile[rank - 1];
  while (segment % (kShortest * factor) == 0)
    segment /= factor;
  return segment == kShortest;
}

static Extents groupOf(const Schedule &schedule, int rank, const Extents &halo, const Machine &machine, int64_t rows) {
  const int64_t most = std::min(machine.groups.items, kMostItems);
  const int64_t width = std::clamp<int64_t>(machine.width, 1, most);
  const int64_t wanted = int64_t{8} >> (rank - 1); // cells along x: 8, 4, 2
  const int64_t warps = ((schedule.tile[0] + halo[0]) / wanted + width - 1) / width;
  const int64_t x = std::clamp(warps * width, width,
                               std::max(width, std::min({most / width * width, machine.groups.axes[0], int64_t{256}})));
  const int64_t y = rank > 2 ? (schedule.tile[1] + halo[1] + rows - 1) / rows : 1;
  return {x, std::clamp<int64_t>(y, 1, std::max<int64_t>(std::min(most / x, machine.groups.axes[1]), 1)), 1};
}

Extents streamGroup(Schedule schedule, int rank, const Extents &halo, const Machine &machine,
                    const std::function<bool(const Schedule &)> &holdsArrays) {
  const Extents usual = groupOf(schedule, rank, halo, machine, kRows);
  for (int64_t rows = 1; rows <= kRows; rows *= 2) {
    schedule.group = groupOf(schedule, rank, halo, machine, rows);
    if (holdsArrays(schedule))
      return schedule.group;
  }
  return usual;
}

bool isCrowded(const Schedule &s, const Machine &machine) {
  return s.group[0] * s.group[1] * s.resident >= crowdedItemsOf(machine);
}

} // namespace kasane::tuning
