// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles of sweeps on a GPU. In: a schedule whose shape is open. Out: the shapes that are worth a prediction: a
// work-item makes four cells of one row, which its compiler loads at once, but no more than a row has, and a group has
// a warp for each issue slot, in rows of different length, or two; and each with twice the rows along the slowest axis,
// of which an item may make two at once.
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Pins.h"

#include <vector>

namespace kasane::tuning {

// Are schedules of this family such sweeps?
bool haveShapes(Family family, const TargetInfo &target, const Machine &machine);

std::vector<Schedule> sweepShapes(const Schedule &open, int rank, const Machine &machine, int64_t row);

} // namespace kasane::tuning
