// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Families mapped, rows, families and classes. In: the context of `Mapped::program`, and what `mappedOf` says. Out:
// passes of one step on copies of the arrays whose blocks have no room for ghosts.
//
//   load u, v; while more than 2 left { ghosts of u at jumps and ends; v <- u; rotate };
//   while more than 0 left { the same, and all ghosts of the array u }; store cells of u, v
//
// The last steps are so many that each memory which is filled in turn is filled once more: later fills leave its ghosts
// as they are then.
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

#include "kasane/Analysis/Mapped.h"

namespace kasane::lowering {

FamilyPlan lowerMapped(Context &context, const Mapped &mapped);

} // namespace kasane::lowering

// Tests: tests/run/check_leaves.py, tests/codegen/opencl/mapped.c
