// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap where ghost planes are refreshed from the opposite side. Tiles work in the interior, which is a ring
// to them, and know no ghosts. A pass begins with a step by sweeps, since only those see the ghosts that the user left;
// and the region ends with one, so that all ghosts are left as the original leaves them:
//
//   pass of 5:  1 step by sweeps, 4 by tiles, ghosts made anew      last pass of 5:  1, 3 by tiles, ghosts made anew, 1
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

// `refreshes`: stages of the program; `interior` is the program without them.
FamilyPlan lowerGhosts(Context &context, Context &interior, const std::vector<size_t> &refreshes);

} // namespace kasane::lowering
