// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A tile that goes on past the ends of a ring has images of cells there: where one is in memory takes a division.
// A row, where rows are loops, is therefore gone through in parts: its cells between the ends are where they are in
// memory.
//
//   for x in [-3, n + 3):  t[x] = u[x mod n]     ->     for x in [0, n):  t[x] = u[x];   for each other x:  t[x] = u[x
//   mod n]
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

// As a tile's cells see it whose reach is that: without reach along a ring they don't go past its ends.
Context withoutImages(Context context, const Reach &reach);
// As the cells between the ends of a row see it.
Context withoutEnds(Context context);

bool hasRingRows(const Context &context);
// In: the loops' bounds, a cell of theirs, and the one that is right in `between`. Out: the loops.
KBody ringLoops(const Context &context, const CellBounds &bounds, const KBody &rows, KBody cell,
                const AxisBounds &between, KBody calm, const SingleCells &single);

} // namespace kasane::lowering
