// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A draft with other nests. Accesses lie in the order of the nests, so that all get other numbers.
#pragma once

#include "kasane/Layout/Draft.h"

namespace kasane {

// `nest.body` has the accesses' numbers of the draft that it comes from. `accesses`: what they are here.
struct NewNest {
  DraftNest nest;
  std::map<int, DraftAccess> accesses;
};
NewNest newNest(const Draft &draft, DraftNest nest); // with its accesses as they are

// `nests`: what comes in the place of each nest of `old`. One that a gather names comes first in its place.
Draft rebuilt(const Draft &old, const std::vector<std::vector<NewNest>> &nests);

// Is what the nest's cells hand on named by its accesses?
bool isGathered(const Draft &draft, size_t nest);

} // namespace kasane

// Tests: tests/kernels/edges_square.c, tests/kernels/sponge.c
