// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family sweep: one step a pass, one kernel a stage, straight on the buffers. Nothing is copied, so what the original
// leaves in a cell that it does not update stays there.
//
//   A -> B, B -> A of a program with two stages:  launch sweep0;  launch sweep1;  rotate
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

FamilyPlan lowerSweep(Context &context);

// One step by sweeps; `acts`: with what the host does in it.
std::vector<HStmt> sweepStep(Context &context, FamilyPlan &plan, bool acts);

} // namespace kasane::lowering
