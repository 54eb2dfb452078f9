// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From what the user pinned (clauses and options) to a whole, legal Schedule. What is not pinned is filled by the stated
// default: `sweep`, depth 1, and a tile that follows the rank and the kind of target. A pinned value is used exactly as
// given or is an error at its clause.
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Schedule/Schedule.h"

#include <optional>
#include <vector>

namespace kasane {

// What the command line pins, under the names of the clauses. A clause and an option that differ are an error.
struct Pinned {
  std::optional<std::string> family;
  std::optional<std::vector<int64_t>> tile;
  std::optional<int64_t> depth;
};

// What Schedule needs to know of a target.
struct TargetTraits {
  std::string name;
  bool workGroups = false; // cells are shared out among the work-items of a group
  bool ownMath = false;    // math functions come from another library than the original's: only exact ones agree
};

std::optional<Schedule> chooseSchedule(const StencilProgram &program, const Pinned &pinned, const TargetTraits &target,
                                       FpMode fp, Diagnostics &diagnostics);

} // namespace kasane
