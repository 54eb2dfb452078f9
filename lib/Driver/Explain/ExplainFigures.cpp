// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explain/ExplainFigures.h"

#include "Explain/Svg.h"

#include <algorithm>
#include <cmath>

namespace kasane {
namespace {

constexpr double kWidth = 360; // as wide as a phone shows it at its size

int64_t extentOf(const ScheduleFacts &facts, size_t axis) {
  const int64_t tile = facts.schedule.tile[axis];
  return tile ? tile : facts.decision.problem.grid[axis];
}

std::string spellExtent(const ScheduleFacts &facts, size_t axis) {
  const int64_t tile = facts.schedule.tile[axis];
  return tile ? std::to_string(tile) : "all";
}

std::string across(const ScheduleFacts &facts, size_t axes, const Reach &reach) {
  std::string out;
  for (size_t a = 0; a < axes; ++a) {
    const int64_t beyond = reach.hi[a] - reach.lo[a];
    out += (a ? " x " : "") + (facts.schedule.tile[a] ? std::to_string(facts.schedule.tile[a] + beyond) : "all");
  }
  return out;
}

// Where cells along one axis come to lie. Long tiles are drawn shorter, thin ones wider, halos as they are in cells.
struct Scale {
  double origin; // of the tile's first cell
  double tile;   // its length in the picture
  double cell;   // of one of a halo
  double begin(int64_t lo) const { return origin + static_cast<double>(lo) * cell; }
  double length(const Reach &reach, size_t axis) const {
    return tile + static_cast<double>(reach.hi[axis] - reach.lo[axis]) * cell;
  }
};

Reach widest(const ScheduleFacts &facts) {
  Reach out;
  for (const Reach &reach : facts.levels)
    for (size_t a = 0; a < kMaxAxes; ++a) {
      out.lo[a] = std::min(out.lo[a], reach.lo[a]);
      out.hi[a] = std::max(out.hi[a], reach.hi[a]);
    }
  return out;
}

// `shrink`: what a tile is drawn shorter by.
Scale scaleOf(const ScheduleFacts &facts, size_t axis, double cell, double shrink) {
  constexpr double kLeast = 26;
  return {static_cast<double>(-widest(facts).lo[axis]) * cell,
          std::max(static_cast<double>(extentOf(facts, axis)) * cell * shrink, kLeast), cell};
}

double shrinkFor(const ScheduleFacts &facts, size_t axis, double cell, double room) {
  const Reach all = widest(facts);
  const double left = room - static_cast<double>(all.hi[axis] - all.lo[axis]) * cell;
  return std::min(1.0, left / (static_cast<double>(extentOf(facts, axis)) * cell));
}

// Of a halo's cell, so that the whole halo takes a fair part of the room.
double cellFor(const ScheduleFacts &facts, size_t axes, double room) {
  const Reach all = widest(facts);
  double cell = 14;
  for (size_t a = 0; a < axes; ++a) {
    const auto halo = static_cast<double>(all.hi[a] - all.lo[a]);
    if (halo > 0)
      cell = std::min(cell, room * 0.6 / halo);
  }
  return cell;
}

// Each level lies on those before it, which show through.
double oneLayer(size_t levels) { return 1 - std::pow(0.18, 1 / static_cast<double>(levels)); }
double strengthOf(size_t level, size_t levels) {
  return 1 - std::pow(1 - oneLayer(levels), static_cast<double>(level + 1));
}

bool isToScale(const ScheduleFacts &facts, size_t axis, const Scale &scale) {
  return std::abs(static_cast<double>(extentOf(facts, axis)) * scale.cell - scale.tile) < 0.5;
}

std::string levelName(size_t level, size_t levels) {
  if (level == 0)
    return "reads";
  return levels == 2 ? "computes" : "step " + std::to_string(level);
}

void drawGroup(Svg &svg, const ScheduleFacts &facts, const Scale &x, const Scale &y, double left, double top) {
  const auto &group = facts.schedule.group;
  if (group[0] * group[1] * group[2] == 1)
    return;
  const auto share = [&](size_t axis) {
    return std::min(1.0, static_cast<double>(group[axis]) / static_cast<double>(extentOf(facts, axis)));
  };
  svg.rect(left + x.begin(0), top + y.begin(0), std::max(x.tile * share(0), 3.0), std::max(y.tile * share(1), 3.0),
           "group");
}

} // namespace

std::string tileFigure(const ScheduleFacts &facts, const RegionFacts &region) {
  if (region.rank < 2 || facts.levels.empty())
    return "";
  constexpr double kRoom = 200, kHigh = 150, kLeft = 64, kTop = 4;
  const double cell = cellFor(facts, 2, kHigh);
  const double shrink = std::min(shrinkFor(facts, 0, cell, kRoom), shrinkFor(facts, 1, cell, kHigh));
  const Scale x = scaleOf(facts, 0, cell, shrink), y = scaleOf(facts, 1, cell, shrink);
  const Reach all = widest(facts);
  const double width = x.length(all, 0), height = y.length(all, 1);
  const bool isToScaleAll = isToScale(facts, 0, x) && isToScale(facts, 1, y);
  Svg svg(kWidth, kTop + height + (isToScaleAll ? 22 : 40), "the tile and its halos");
  svg.setStrength(oneLayer(facts.levels.size()));
  for (const Reach &reach : facts.levels)
    svg.rect(kLeft + x.begin(reach.lo[0]), kTop + y.begin(reach.lo[1]), x.length(reach, 0), y.length(reach, 1),
             "level");
  svg.setStrength(1);
  svg.rect(kLeft + x.begin(0), kTop + y.begin(0), x.tile, y.tile, "tile");
  drawGroup(svg, facts, x, y, kLeft, kTop);
  svg.text(kLeft + x.begin(0) + x.tile / 2, kTop + height + 15, "mid", region.axes[0] + ": " + spellExtent(facts, 0));
  svg.text(kLeft + width + 8, kTop + y.begin(0) + y.tile / 2 + 4, "", region.axes[1] + ": " + spellExtent(facts, 1));
  if (!isToScaleAll)
    svg.text(kLeft, kTop + height + 33, "faint", "the tile is not to scale, its halo is");
  return svg.str();
}

std::string passFigure(const ScheduleFacts &facts, const RegionFacts &region) {
  if (facts.levels.empty())
    return "";
  const size_t axis = static_cast<size_t>(region.rank) - 1, levels = facts.levels.size();
  constexpr double kRoom = 170, kLeft = 64;
  const double row = std::clamp(170.0 / static_cast<double>(levels), 16.0, 24.0),
               cell = cellFor(facts, axis + 1, kRoom);
  const Scale x = scaleOf(facts, axis, cell, shrinkFor(facts, axis, cell, kRoom));
  Svg svg(kWidth, static_cast<double>(levels) * row + 26, "the steps of a pass");
  for (size_t level = 0; level < levels; ++level) {
    const Reach &reach = facts.levels[level];
    const double y = static_cast<double>(levels - 1 - level) * row + 4;
    svg.setStrength(strengthOf(level, levels));
    svg.rect(kLeft + x.begin(reach.lo[axis]), y, x.length(reach, axis), row - 3, "level");
    svg.setStrength(1);
    svg.text(kLeft - 8, y + row / 2 + 3, "end", levelName(level, levels));
    svg.text(kLeft + x.length(widest(facts), axis) + 8, y + row / 2 + 3, "tiny",
             across(facts, static_cast<size_t>(region.rank), reach));
  }
  svg.text(kLeft + x.begin(0) + x.tile / 2, static_cast<double>(levels) * row + 18, "mid", region.axes[axis]);
  return svg.str();
}

std::string footprintFigure(const FieldFacts &field, int rank) {
  const auto span = [&](size_t axis) { return field.reach.hi[axis] - field.reach.lo[axis] + 1; };
  if (field.offsets.empty() || span(0) * span(1) * span(2) == 1 || span(0) * span(1) * span(2) > 400 || span(0) > 17 ||
      span(1) > 17 || span(2) > 7)
    return "";
  constexpr double kCell = 9, kGap = 10;
  const double plane = static_cast<double>(span(0)) * kCell;
  Svg svg(static_cast<double>(span(2)) * (plane + kGap), static_cast<double>(span(1)) * kCell + (rank > 2 ? 14 : 2),
          "the cells of " + field.name + " that are read around one");
  for (int64_t z = field.reach.lo[2]; z <= field.reach.hi[2]; ++z) {
    const double left = static_cast<double>(z - field.reach.lo[2]) * (plane + kGap) + 1;
    for (int64_t y = field.reach.lo[1]; y <= field.reach.hi[1]; ++y)
      for (int64_t x = field.reach.lo[0]; x <= field.reach.hi[0]; ++x) {
        const bool isCentre = x == 0 && y == 0 && z == 0;
        svg.rect(left + static_cast<double>(x - field.reach.lo[0]) * kCell,
                 static_cast<double>(y - field.reach.lo[1]) * kCell + 1, kCell - 1.5, kCell - 1.5,
                 std::string(field.offsets.count({x, y, z}) ? "read" : "unread") + (isCentre ? " centre" : ""));
      }
    if (rank > 2)
      svg.text(left + plane / 2, static_cast<double>(span(1)) * kCell + 12, "mid tiny",
               z > 0 ? "+" + std::to_string(z) : std::to_string(z));
  }
  return svg.str();
}

} // namespace kasane
