// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The host's part of a step: what it collects from hidden fields, computes and tests.
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

#include "kasane/Analysis/Levels.h"

namespace kasane::lowering {

// The step scalars of the pass's level `step`, to be computed before its kernels are launched.
std::vector<HStmt> stepScalars(const Context &context, int step);

// Says what to do where a test ends the region.
using WhenStopped = std::function<void(const HostAction &action, const Stop &stop, HStop &out)>;

// The actions before stage `before` of the pass's step `step`, in which name f is bound to what `bound[f]` named at the
// beginning of the pass, which makes `steps` steps.
std::vector<HStmt> actionsBefore(Context &context, FamilyPlan &plan, size_t before, int step, int steps,
                                 const std::vector<FieldId> &bound, const WhenStopped &whenStopped);
// All actions of the step.
std::vector<HStmt> actionsOf(Context &context, FamilyPlan &plan, int step, int steps, const std::vector<FieldId> &bound,
                             const WhenStopped &whenStopped);

// The pass in parts, between which the user's statements run.
std::vector<HStmt> atHostPoints(HPass pass);

// Has the step whose time is the pass's any host code that it stops for? For conditions that are known ahead.
ExprPtr anyHostPoint(const Context &context);

} // namespace kasane::lowering
