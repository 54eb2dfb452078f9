// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In: a sweep or an overlapped tile whose group is open.
// Out: the shape of a group that is predicted to take it in the least time.
#pragma once

#include "kasane/Tuner/CostModel.h"

namespace kasane::tuning {

// The fewest and the most cells of a tile along x. On a GPU tiles of several steps are copied row by row, with the halo
// at both ends, and an item's loops over more than a few cells of a row aren't unrolled.
std::pair<int64_t, int64_t> rowsOf(Family family, int rank, const Machine &machine);

std::array<int64_t, 3> groupOf(Schedule s, const CostModel &model, const Machine &machine);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp, tests/unit/tuner/JoinedTest.cpp
