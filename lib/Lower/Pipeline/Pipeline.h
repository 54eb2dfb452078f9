// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: tiles on the inner axes stream along the slowest one, and level s of the steps works some planes
// behind level s - 1; along a single axis there is nothing to stream, and a tile goes through the levels one after the
// other. Passes of `depth` steps; what is left in the end is made in parts.
//
//   depth 2, radius 1, at plane p:  load p;  step 1 on p - 1;  step 2 on p - 2, which is stored
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

FamilyPlan lowerPipeline(Context &context);

} // namespace kasane::lowering
