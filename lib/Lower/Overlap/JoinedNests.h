// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family overlap: loop nests that follow each other and can be one. In: the cone of a pass. Out: its stages in runs.
// The stages of a run go through the same cells, and of what one of them stores the others look at nothing but the cell
// itself. So a cell goes through all of them before the next one does, and nobody waits in between. What a run hands on
// in this way and nobody else wants is a variable of the cell, no array on chip.
//
//   for x: B[x] = f(A[x-1], A[x+1]);  for x: A_next[x] = B[x]     ->     for x { here = f(A[x-1], A[x+1]); A_next[x] =
//   here; }
#pragma once

#include "Tiled/Tiles.h"

namespace kasane::lowering {

struct JoinedNests {
  size_t first, end;        // of the cone's stages
  std::set<FieldId> passed; // buffers of which a cell's value is a variable
};
std::vector<JoinedNests> joinedNests(const Tiles &t);

} // namespace kasane::lowering
