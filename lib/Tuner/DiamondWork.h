// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What diamonds of a processor take. In: how far a program's levels lean, a schedule of family diamond. Out: the
// seconds of a step, by resource; and the tiles that are worth a look.
//
//   heat in 3D, tile all x 16 x 1:  a cell stays in the cache for 8 steps, while 17 planes of 16 rows are in use
#pragma once

#include "StageFacts.h"

#include "kasane/Analysis/Skew.h"
#include "kasane/Schedule/Schedule.h"
#include "kasane/Tuner/CostModel.h"

namespace kasane::tuning {

struct Leaning {
  int axis;
  int64_t slope;                        // of both sides of a diamond
  std::array<int64_t, kMaxAxes> blocks; // of blocks along the other axes; -1: they can't be cut
};
std::optional<Leaning> leaningOf(const StencilProgram &program); // nullopt: there are no diamonds

// Of a few measured ones; in two dimensions whole rows lose to blocks of them.
std::vector<Box3> diamondTiles(const StencilProgram &program);

// Arrays that fit in the cores' own caches gain nothing from diamonds in three dimensions, and in fewer dimensions only
// where there are many steps, each of which would be waited for.
void leaveSmallToSweeps(Schedule &schedule, int rank, const Machine &machine);

Prediction diamondTime(const std::vector<StageFacts> &facts, const StencilProgram &program, const Leaning &leaning,
                       const Schedule &schedule, const Machine &machine, const Problem &problem);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/DiamondWorkTest.cpp
