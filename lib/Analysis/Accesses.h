// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every access of a stage to a field, with what is known of the cells that make it. An access under a condition on the
// cell's coordinates is made by fewer cells than the domain has:
//
//   x in [0, nx):  i == 0 ? A[i] : A[i-1]     ->   A[+0] for x in [0, 1), A[-1] for x in [1, nx)
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

// Bounds that all hold: lo <= x for each of `lo`, x < hi for each of `hi`. Never empty; the narrowest found last.
struct CellBounds {
  std::vector<Poly> lo, hi;
};
using CellRegion = std::array<CellBounds, kMaxAxes>;

struct Access {
  FieldId field;
  Offset offset;
  bool write;
  SourceRange range;
  CellRegion cells;
};

// In source order; a statement's reads before its store.
std::vector<Access> accessesOf(const StencilProgram &program, const Stage &stage);

// The best single bound: the largest lower (smallest upper) one where they can be compared, else the one found last.
Poly bestLower(const CellBounds &bounds);
Poly bestUpper(const CellBounds &bounds);

} // namespace kasane
