// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Groups of a pipeline. In: a schedule whose tile and group are still open, and how far its halo reaches, both sides
// together.
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Schedule.h"

#include <functional>
#include <vector>

namespace kasane::tuning {

// Has a unit so many of its work-items that none has registers to spare?
bool isCrowded(const Schedule &schedule, const Machine &machine);

// Those whose work-items all own cells, of tiles that are no smaller than their halo.
std::vector<Schedule> streamShapes(const Schedule &open, int rank, const std::array<int64_t, 3> &halo,
                                   const Machine &machine);

// And those of them that have the plane of a tile that is given.
std::vector<Schedule> streamShapesOf(const Schedule &given, int rank, const std::array<int64_t, 3> &halo,
                                     const Machine &machine);

// Is its stream the shortest, or that times a power of the factor? A line has no length to choose.
bool isEvery(int64_t factor, const Schedule &stream, int rank);

// For a tile that is given: whole warps along x, few cells for each work-item, and still fewer where it then holds
// arrays that levels read at the cell itself.
std::array<int64_t, 3> streamGroup(Schedule schedule, int rank, const std::array<int64_t, 3> &halo,
                                   const Machine &machine, const std::function<bool(const Schedule &)> &holdsArrays);

} // namespace kasane::tuning
