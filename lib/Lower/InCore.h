// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement in core: every buffer stays where the kernels work over the whole region. In: a family's plan. Out: the
// host plan around its passes: buffers, guards, scalars, and how many steps there are.
#pragma once

#include "Base/Context.h"
#include "Base/FamilyPlan.h"

namespace kasane::lowering {

HostPlan placeInCore(const Context &context, const std::vector<Guard> &guards, FamilyPlan plan);

} // namespace kasane::lowering
