// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements that a cell looks at only if other elements say so are loaded ahead, whatever they say, so that the loop
// over x has no branch left, and processors without masked loads make vectors of it:
//
//   n == 2 && u[u_row + x]     ->     u_ahead = u[u_row + x];  n == 2 && u_ahead
//
// What a cell may look at whatever its place is in memory anyway: tiles load it. A condition on places may be what
// keeps an index inside of the array, so its elements stay behind it; so do those of tables. In: a kernel. Out: its
// body, with the same values.
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

KBody withLoadsAhead(const Context &context, const Kernel &kernel);

} // namespace kasane::lowering
