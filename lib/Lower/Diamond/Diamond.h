// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family diamond: as many steps as there are in one pass, by tiles that lean with what cells depend on. In: a program
// whose levels lean along an axis (Skew.h), and the most steps of a pass. Out: one kernel, which updates the arrays
// where they are, and its passes. Nothing is computed twice, and nothing is copied.
//
//   heat, 1000 steps, at most 512 a pass:     512 steps at once; 488 steps at once
//   heat, 1 step:                             a sweep
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

// What only the last step leaves for the host is made by a sweep. The context has besideDiamonds.
FamilyPlan lowerDiamond(Context &context, const Schedule &asked);

// The schedule of sweeps that stand beside diamonds: whole rows.
Schedule besideDiamonds(Schedule schedule, int rank);

} // namespace kasane::lowering

// Tests: tests/unit/lower/DiamondTest.cpp
