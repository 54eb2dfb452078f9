// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that are parts of one nest of the source, of which each makes all of its rows before the next one begins. In
// the source they take turns row by row.
//
//   for j { for i A; for i B; }   ->   for j for i A;   for j for i B;      right unless B of a row stores what A of a
//                                                                           later row touches
#pragma once

#include "kasane/Layout/Fields.h"

namespace kasane {

// No part may touch what an earlier one of the same nest touches in a later round of the loops around both, if one of
// them stores there. `positions` runs along Draft::accesses.
bool checkParts(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                Diagnostics &diagnostics);

} // namespace kasane
