// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InOrderWork.h"

#include <cmath>

namespace kasane::tuning {
namespace {

constexpr double kTurn = 2e-7; // seconds from a cell of a device to the one that waits for it, as measured on an H200

double quotient(double a, int64_t b) { return std::ceil(a / static_cast<double>(b)); }

} // namespace

double secondsOfFronts(const StencilProgram &program, const Stage &stage, const Box3 &length, const Machine &machine,
                       FrontsOn units) {
  if (stage.waits.empty())
    return 0;
  const Fronts fronts = frontsOf(stage);
  const auto cells = [&](size_t line) { return static_cast<double>(length[fronts.lines[line].axis]); };
  const double turn = units == FrontsOn::Threads ? 0 : kTurn;
  if (fronts.lines.size() == 1)
    return cells(0) * turn;
  if (const std::optional<FrontTile> tile = frontTileOf(program, fronts, units)) {
    const Fronts::Line &across = fronts.lines[1];
    const double along = cells(1) + static_cast<double>(across.lean) * (cells(0) - 1);
    const auto turns = static_cast<double>(tile->cells + fronts.lines[0].weight * tile->rows);
    return (quotient(cells(0), tile->rows) + quotient(along, tile->cells) - 1) * (machine.launch + turns * turn);
  }
  double count = 1;
  for (size_t line = 0; line < fronts.lines.size(); ++line)
    count += static_cast<double>(fronts.lines[line].weight) * (cells(line) - 1);
  return count * machine.launch;
}

} // namespace kasane::tuning
