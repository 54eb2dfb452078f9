// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tiles for schedules mapped and families: whole rows, and as many as a group has work-items for; of classes all of a
// block. And what fills on the host and copies of arrays cost.
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Schedule.h"
#include "kasane/Targets/Targets.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

constexpr int kBlockGroups = 2; // that a unit is to hold at once: enough loads are under way, whatever the components

std::vector<std::array<int64_t, 3>> blockTiles(Family family, const StencilProgram &program, const TargetInfo &target,
                                               const Machine &machine);
// One work-item for each cell of the tile, as far as groups have so many.
std::array<int64_t, 3> blockGroup(const std::array<int64_t, 3> &tile, const Machine &machine);

// Of a step: the arrays that are filled come home, and go back; or one thread of a processor fills them.
double fillSeconds(const StencilProgram &program, const Machine &machine, const Problem &problem);
// Of a step of schedule rows, beside its nests: fills, and its share of the copies before the first step and behind the
// last one.
double rowsSeconds(const StencilProgram &program, const Machine &machine, const Problem &problem);

} // namespace kasane::tuning

// Tests: tests/driver/explain-mapped.test
