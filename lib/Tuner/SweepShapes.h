// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of sweeps on a GPU. In: a schedule whose tile and group are open, and the cells of a row. Out: the shapes that
// are worth a prediction.
//
// A work-item makes four cells of a row, which its compiler loads at once, or as many as the row has. A group has a
// warp for each issue slot (of planes: or two), in one row or in several. Each shape comes a second time with twice the
// rows along the slowest axis, where an item may make two of them at once. In three dimensions there is a march, too,
// whose items go along 16 planes.
//
//   width 32, rank 2, rows of 1000 cells:     tiles 512x1, 256x2, 128x4 and 512x2, 256x4, 128x8
//   the same of planes, a march:              tile 128x8x16
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Pins.h"

#include <vector>

namespace kasane::tuning {

// Are schedules of this family such sweeps?
bool haveShapes(Family family, const TargetInfo &target, const Machine &machine);

std::vector<Schedule> sweepShapes(const Schedule &open, int rank, const Machine &machine, int64_t row);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
