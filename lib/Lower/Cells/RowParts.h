// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row whose cells ask how near its ends are is gone through in parts: those between the ends, where the answers are
// known, and the few that are left.
//
//   for x in [0, n):  v[x] = x > 0 ? u[x - 1] : u[x]
//                 ->  for x in [1, n):  v[x] = u[x - 1];   for each other x:  v[x] = x > 0 ? u[x - 1] : u[x]
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

// In: the loop's bounds, its cells, and those in `between`, which may lie outside of the bounds. Out: the loops.
KBody rowInParts(const Context &context, const ExprBounds &bounds, KBody cell, const AxisBounds &between, KBody calm);

} // namespace kasane::lowering
