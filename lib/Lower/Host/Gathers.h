// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the host collects of the cells. Where any order will do, a kernel collects first: each work-item a part of a row
// (of a plane in 3D), a group with memory on chip what its work-items have, and the host only what those come to.
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

// A Gather of the pass's step `step`, in which name f is bound to what `bound[f]` named at the beginning of the pass.
std::vector<HStmt> gathered(Context &context, FamilyPlan &plan, const Gather &gather, int step,
                            const std::vector<FieldId> &bound);

} // namespace kasane::lowering
