// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where planes needn't be looked at, because every stage updates cells of each that it works on, and
// all that is loaded lies inside of the buffers along the stream; and whether cells needn't be, because the same holds
// for all that the group has in a plane. Local levels, as boundaries are, have nothing to do there. In: the stream and
// the group's place. Out: the planes, as those of the loop from its first to its last.
#pragma once

#include "Pipeline/BoxChecks.h"

namespace kasane::lowering {

struct InteriorPlanes {
  ExprPtr isQuiet;    // does it hold for cells?
  ExprPtr first, end; // it does for these planes; end may be before first
};

InteriorPlanes interiorPlanes(const BoxChecks &checks);

} // namespace kasane::lowering
