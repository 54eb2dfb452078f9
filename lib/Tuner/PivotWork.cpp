// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PivotWork.h"

#include "kasane/Analysis/Pivot.h"

#include <algorithm>

namespace kasane::tuning {
namespace {

// Instructions that a cell costs beside its operations: in registers, and where it is updated in memory, in rows as
// long as a panel, and in rows that end at the step. As measured with one thread.
constexpr double kHeld = 1, kInRows = 10, kInShortRows = 34;

// Of the sides along an axis on which the steps change cells, halfway through the steps.
int64_t extentOf(const StencilProgram &program, const Pivot &pivot, size_t axis, const Problem &problem) {
  int64_t extent = 0;
  for (const int side : {-1, 1}) {
    const auto part = std::ranges::find_if(pivot.parts, [&](const PivotPart &p) { return p.side[axis] == side; });
    if (part != pivot.parts.end())
      extent += lengthOf(program.stages[part->stage].domain, problem)[axis];
  }
  return std::max<int64_t>(extent, 1);
}

} // namespace

std::vector<PivotWork> pivotWorks(const StencilProgram &program, const std::vector<StageFacts> &facts,
                                  const Schedule &schedule, const Problem &problem) {
  const Pivot pivot = *pivotOf(program);
  const StageFacts &cell = facts[pivot.parts.front().stage];
  const double steps = schedule.depth;
  double bytes = 0;
  for (const FieldId f : pivot.written)
    bytes += sizeOf(program.fields[f].elem);
  auto workOf = [&](const Box3 &length, const Box3 &tile, double perCell, double groups) {
    PivotWork out{{}, length, tile};
    const double cells = static_cast<double>(tile[0]) * static_cast<double>(tile[1]);
    out.work.groups = groups;
    out.work.memory = out.work.cache = cells * bytes * 2;
    for (int k = 0; k < 3; ++k)
      out.work.operations[k] = steps * cells * cell.operations[k];
    out.work.instructions = steps * cells * (cell.instructions - cell.moves + perCell);
    out.work.cells = steps * cells;
    return out;
  };
  const Box3 grid = {extentOf(program, pivot, 0, problem), extentOf(program, pivot, 1, problem), 1};
  auto along = [&](int a) {
    const int64_t tile = std::min(schedule.tile[a] ? schedule.tile[a] : grid[a], grid[a]);
    return std::pair(tile, static_cast<double>((grid[a] + tile - 1) / tile));
  };
  const auto [width, across] = along(0);
  const auto [height, down] = along(1);
  const int64_t depth = schedule.depth;
  return {workOf(grid, {width, height, 1}, kHeld, across * down),
          workOf({grid[0], depth, 1}, {width, depth, 1}, kInRows, across),
          workOf({depth, grid[1], 1}, {depth, height, 1}, kInShortRows, down),
          workOf({depth, depth, 1}, {depth, depth, 1}, kInShortRows, 1)};
}

} // namespace kasane::tuning
