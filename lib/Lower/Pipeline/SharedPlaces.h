// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Family pipeline: one index for many arrays. In: a cell's statements in a loop over planes. Out: the same, where an
// index at which many arrays are read is worked out once, as a place. A compiler that saw what it is made of would keep
// a pointer into each of the arrays instead, all of which go along with the loop, and has no registers left for values.
//
//   a[row + passed] * b[row + passed] + ..     ->     place = row + passed;  a[place] * b[place] + ..
#pragma once

#include "Base/Context.h"

namespace kasane::lowering {

// `places`: names for them, of which there may be none yet.
KBody withSharedPlaces(Context &context, KBody body, std::vector<std::string> &places);

} // namespace kasane::lowering
