// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that are parts of one nest of the source, of which each makes all of its rows before the next one begins. In
// the source they take turns row by row.
//
//   for j { for i A; for i B; }   ->   for j for i A;   for j for i B;
//
// That is right unless B of a row stores what A of a later row touches. Where the two lie apart if the call's numbers
// are right, `v[ib][i]` and `v[n - 1 - ib][i]`, the call asks for that.
#pragma once

#include "kasane/Layout/Fields.h"

namespace kasane {

// An access of `later` that `earlier` must not make in a further round; null: there is none. What the call can ask, so
// that the two don't meet, goes to `asked`.
const DraftAccess *partsConflict(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                                 size_t earlier, size_t later, std::vector<Poly> &asked);

// No part may touch what an earlier one of the same nest touches in a later round of the loops around both, if one of
// them stores there. `positions` runs along Draft::accesses.
bool checkParts(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                std::vector<Guard> &guards, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/kernels/edges_square.c, tests/kernels/row_arrays.c, tests/diagnostics/rows_in_order.c
