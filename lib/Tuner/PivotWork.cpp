// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "PivotWork.h"

#include "kasane/Analysis/Extremes.h"
#include "kasane/Analysis/PivotGroups.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {
namespace {

// Instructions that a cell costs beside its operations: in registers, and where it is updated in memory, in rows as
// long as a panel, and in rows that end at the step. As measured with one thread.
constexpr double kHeld = 1, kInRows = 10, kInShortRows = 34;
// A tile's loads and stores that nothing hides, while a unit's groups are in step, if it has one.
constexpr double kInStep = 0.4;
// Of work-items: what chooses the result, all of a cell that takes the smaller one of itself and a sum, where a cell
// finds which of two values it reads; registers beside cells.
constexpr double kSelect = 1, kOfMinimum = 2, kOfSteps = 5, kBesideHeld = 40;
// A step waits as long as so many barriers: for one of them, and for what is loaded from on chip before and behind it.
constexpr double kBarriers = 5.5;

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

// The facts where a cell is the smaller one of itself and a sum. A choice is counted apart (kSelect), and these have
// none. With integers sum and minimum are one instruction.
StageFacts ofMinima(const StencilProgram &program, const Pivot &pivot, StageFacts cell) {
  const size_t ofFloats = extremesOf(program, pivot).size(),
               ofInts = extremesOf(program, pivot, ScalarType::I32).size();
  if (ofFloats + ofInts < pivot.written.size())
    return cell;
  cell.instructions = cell.moves + std::max(cell.instructions - cell.moves - 1, kOfMinimum) - kSelect;
  cell.operations[0] = 2 * static_cast<double>(ofFloats);
  cell.operations[2] = static_cast<double>(ofInts);
  return cell;
}

// Of groups, which hold their cells in registers.
std::vector<PivotWork> groupWorks(const StencilProgram &program, const Pivot &pivot, const StageFacts &cell,
                                  const Schedule &schedule, const Box3 &grid) {
  const PivotGroups groups = pivotGroups(program, pivot, schedule.tile, schedule.depth);
  const double steps = schedule.depth;
  double bytes = 0;
  for (const FieldId f : pivot.written)
    bytes += sizeOf(program.fields[f].elem);
  auto workOf = [&](const PivotShape &shape, const Box3 &length, const StageFacts &facts, double perCell,
                    double barriers) {
    const Box3 tile = {shape.tile(0), shape.tile(1), 1};
    PivotWork out{{}, length, tile, shape.items[0] * shape.items[1]};
    KernelWork &work = out.work;
    const double cells = static_cast<double>(tile[0] * tile[1]),
                 items = static_cast<double>(shape.items[0] * shape.items[1]);
    work.groups = 1;
    for (size_t a = 0; a < 2; ++a)
      work.groups *= std::ceil(static_cast<double>(length[a]) / static_cast<double>(tile[a]));
    const double lines = static_cast<double>(shape.cells[0] + shape.cells[1]); // of an item, a step
    work.memory = cells * bytes * 2;
    work.cache = work.memory + steps * static_cast<double>(tile[0] + tile[1]) * bytes;
    work.local = steps * items * lines * bytes;
    for (int k = 0; k < 3; ++k)
      work.operations[k] = steps * cells * facts.operations[k];
    work.instructions = steps * (cells * (facts.instructions - facts.moves + perCell) +
                                 items * lines / static_cast<double>(groups.row));
    work.cells = steps * cells;
    work.barriers = barriers;
    work.registers = cells / items * bytes / 4 + kBesideHeld;
    work.onChip =
        &shape == &groups.rest ? pivotBytesOfRest(program, pivot, groups) : pivotBytesOnChip(program, pivot, groups);
    return out;
  };
  const int64_t depth = schedule.depth;
  auto stepsOf = [&](const PivotShape &shape, const Box3 &length) {
    PivotWork made = workOf(shape, length, cell, kOfSteps, steps * kBarriers);
    made.isAhead = true;
    return made;
  };
  const StageFacts inRest = ofMinima(program, pivot, cell);
  const auto restOf = [&](const Box3 &length) {
    PivotWork made = workOf(groups.rest, length, inRest, kSelect, static_cast<double>(depth / groups.slice));
    made.work.late = kInStep;
    made.work.local = 0; // what is loaded from on chip is there long before it is wanted
    return made;
  };
  PivotWork strips = restOf({grid[0] + grid[1], std::max<int64_t>(depth, groups.rest.tile(1)), 1});
  strips.isAhead = strips.isOfRest = true;
  std::vector<PivotWork> out = {restOf(grid), std::move(strips), stepsOf(groups.corner, {depth, depth, 1})};
  if (groups.rows.items == groups.columns.items) { // one kernel
    out.push_back(stepsOf(groups.rows, {grid[0] + grid[1], depth, 1}));
    return out;
  }
  out.push_back(stepsOf(groups.rows, {grid[0], depth, 1}));
  out.push_back(stepsOf(groups.columns, {depth, grid[1], 1}));
  return out;
}

} // namespace

PivotShapes pivotShapes(const StencilProgram &program, const TargetInfo &target) {
  const Pivot pivot = *pivotOf(program);
  PivotShapes out;
  if (!target.workGroups) {
    for (const int depth : {16, 32, 64})
      out.push_back({depth, {8 * pivotWidth(program, pivot), 64, 1}});
    return out;
  }
  const int64_t least = pivotRow(program, pivot) * kPivotItems;
  int64_t bytes = 0;
  for (const FieldId f : pivot.written)
    bytes += sizeOf(program.fields[f].elem);
  for (const int depth : {16, 32, 64, 128})
    for (const Box3 &tile : {Box3{least, least, 1}, Box3{2 * least, least, 1}, Box3{2 * least, 2 * least, 1}})
      if (tile[0] * tile[1] * bytes <= kHeldBytes * kPivotItems * kPivotItems)
        out.push_back({depth, tile});
  return out;
}

std::vector<PivotWork> pivotWorks(const StencilProgram &program, const std::vector<StageFacts> &facts,
                                  const Schedule &schedule, const Problem &problem) {
  const Pivot pivot = *pivotOf(program);
  const StageFacts &cell = facts[pivot.parts.front().stage];
  const double steps = schedule.depth;
  double bytes = 0;
  for (const FieldId f : pivot.written)
    bytes += sizeOf(program.fields[f].elem);
  const Box3 grid = {extentOf(program, pivot, 0, problem), extentOf(program, pivot, 1, problem), 1};
  if (!schedule.rowLoops)
    return groupWorks(program, pivot, cell, schedule, grid);
  auto workOf = [&](const Box3 &length, const Box3 &tile, double perCell, double groups) {
    PivotWork out{{}, length, tile, 1};
    const double cells = static_cast<double>(tile[0]) * static_cast<double>(tile[1]);
    out.work.groups = groups;
    out.work.memory = out.work.cache = cells * bytes * 2;
    for (int k = 0; k < 3; ++k)
      out.work.operations[k] = steps * cells * cell.operations[k];
    out.work.instructions = steps * cells * (cell.instructions - cell.moves + perCell);
    out.work.cells = steps * cells;
    return out;
  };
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
