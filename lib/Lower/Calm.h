// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: where no cell has to be looked at, because every stage updates all that the group computes, and all that
// it loads lies inside of the buffers. In: the stream and the group's place. Out: the planes for which that holds, as those
// of the loop from its first to its last; none for groups at an edge of the plane.
#pragma once

#include "StreamPlaces.h"

namespace kasane::lowering {

struct CalmPlanes {
  ExprPtr isQuiet;    // does it hold in any plane?
  ExprPtr first, end; // then in these; end may be before first
};

CalmPlanes calmPlanes(const Tiles &tiles, const Columns &columns, const StreamPlaces &places);

} // namespace kasane::lowering
