// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells of a row that lie side by side, made by one work-item, which loads 16 bytes of a row of memory at a time, and each once
// for all of them. In: a stage. Out: what is loaded, and for which cells; nothing, where a cell asks for its own place along x,
// looks at elements only on a condition, or has memory that isn't dense along x.
//
//   B[x] = A[x - 1] + A[x + 1]     ->     of A, from x on: the elements -4..-1, 0..3, 4..7, for four cells
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <set>

namespace kasane {

struct Abreast {
  int64_t cells = 0;                          // the first of them at a multiple of their number
  std::set<std::pair<FieldId, Offset>> loads; // of so many elements, the first of them so far from the first cell
  std::set<FieldId> stores;
  AxisBounds within; // cells that lie in here have all of that in memory, if rows begin at multiples, too
};
std::optional<Abreast> abreastOf(const StencilProgram &program, const Stage &stage);

// Which of the loads has the element that the cell of that number reads, as the offset of the first one; and the number there.
std::pair<Offset, int64_t> loadFor(const Abreast &abreast, Offset read, int64_t cell);

} // namespace kasane
