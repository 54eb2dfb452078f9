// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Fronts.h"

#include "Cells/Accesses.h"
#include "Stages/OrderUnits.h"

#include <algorithm>
#include <cstdlib>
#include <ranges>

namespace kasane {
namespace {

constexpr int64_t kFarthest = 64; // cells between two of which one waits for the other
constexpr size_t kMostWaits = 256;

// Does the loops' order lead from a cell to the one at the distance? nullopt: there is no loop along it.
std::optional<bool> isForward(const std::vector<LoopOrder> &order, const Offset &distance) {
  for (const LoopOrder &loop : order)
    if (distance[loop.axis] != 0)
      return (distance[loop.axis] > 0) == (loop.direction > 0);
  return std::nullopt;
}

// From the cell that makes access `a` of an element to the one that makes access `b` of it.
std::optional<Offset> distanceOf(const Access &a, const Access &b) {
  Offset out{};
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    out[axis] = a.offset[axis] - b.offset[axis];
    if (!(a.far[axis] == b.far[axis]) || std::abs(out[axis]) > kFarthest)
      return std::nullopt;
  }
  return out;
}

int64_t along(const Offset &wait, const Fronts::Line &line) { return line.down ? -wait[line.axis] : wait[line.axis]; }

// The quotient, rounded up, of a number and one above 0.
int64_t roundedUp(int64_t a, int64_t b) { return a > 0 ? (a + b - 1) / b : -(-a / b); }

} // namespace

std::optional<std::vector<Offset>> waitsOf(const StencilProgram &program, const Stage &nest) {
  if (nest.leaves || followsTime(nest) || std::ranges::any_of(nest.order, [](const LoopOrder &l) { return l.tiled; }))
    return std::nullopt;
  const std::vector<Access> accesses = accessesOf(program, nest);
  std::set<Offset> waits;
  for (const Access &store : accesses)
    for (const Access &other : accesses) {
      if (!store.write || store.field != other.field || !meetInOtherCells(program, nest, store, other))
        continue;
      std::optional<Offset> distance = distanceOf(store, other);
      const std::optional<bool> forward = distance ? isForward(nest.order, *distance) : std::nullopt;
      if (!forward)
        return std::nullopt;
      if (!*forward)
        std::ranges::transform(*distance, distance->begin(), std::negate<>());
      waits.insert(*distance);
    }
  return waits.size() > kMostWaits ? std::nullopt : std::optional(std::vector<Offset>(waits.begin(), waits.end()));
}

Fronts frontsOf(const Stage &stage) {
  Fronts out;
  for (const LoopOrder &loop : stage.order)
    if (std::ranges::any_of(stage.waits, [&](const Offset &wait) { return wait[loop.axis] != 0; }))
      out.lines.push_back({loop.axis, loop.direction < 0, 0, 0});
  // From the innermost loop out: the least with which all that first go forward along the line come later.
  for (size_t k = out.lines.size(); k-- > 0;)
    for (const Offset &wait : stage.waits) {
      const auto isApart = [&](size_t m) { return along(wait, out.lines[m]) == 0; };
      if (isApart(k) || !std::ranges::all_of(std::views::iota(size_t{0}, k), isApart))
        continue;
      int64_t behind = 0;
      for (size_t m = k + 1; m < out.lines.size(); ++m)
        behind += out.lines[m].weight * along(wait, out.lines[m]);
      out.lines[k].weight = std::max(out.lines[k].weight, roundedUp(1 - behind, along(wait, out.lines[k])));
    }
  for (size_t k = 1; k < out.lines.size(); ++k)
    for (const Offset &wait : stage.waits)
      if (along(wait, out.lines[0]) > 0)
        out.lines[k].lean =
            std::max(out.lines[k].lean, roundedUp(-along(wait, out.lines[k]), along(wait, out.lines[0])));
  return out;
}

FrontsOn frontsOn(bool isDevice, bool hasGroupMemory) {
  if (!isDevice)
    return FrontsOn::Threads;
  return hasGroupMemory ? FrontsOn::Groups : FrontsOn::Items;
}

std::optional<FrontTile> frontTileOf(const StencilProgram &program, const Fronts &fronts, FrontsOn units) {
  constexpr FrontTile kOfRows{16, 128}, kOfWholeRows{8, 8}, kOfGroup{64, 64};
  const std::vector<Fronts::Line> &lines = fronts.lines;
  if (lines.size() < 2 || units == FrontsOn::Items)
    return std::nullopt;
  if (units == FrontsOn::Groups)
    return program.rank == 2 && lines[1].weight == 1 ? std::optional(kOfGroup) : std::nullopt;
  return lines.size() == 2 && lines[1].axis == 0 ? kOfRows : kOfWholeRows;
}

} // namespace kasane
