// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage whose whole body stands under a colour visits only the cells of that colour, along x:
//
//   for x in [1, n):  if ((x + y) % 2 == 0) S      ->      for x in [1 + ((y + 1) & 1), n) step 2:  S
#pragma once

#include "Base/Context.h"

#include "kasane/Analysis/Colours.h"

namespace kasane::lowering {

struct EveryOther {
  std::vector<StmtPtr> body; // without the condition
  std::optional<Colour> colour;
  int64_t stride() const { return colour ? colour->modulus : 1; }
};
// `body`: the stage's, or what rings have made of it.
EveryOther everyOther(const Context &context, const Stage &stage, std::vector<StmtPtr> body);

// The first x of the colour from `lo` on, in this step of the pass, over the cell's other coordinates.
ExprPtr firstOf(const Context &context, const EveryOther &cells, int step, const ExprPtr &lo);

} // namespace kasane::lowering
