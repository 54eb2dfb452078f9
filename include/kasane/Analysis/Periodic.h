// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Axes that close to rings. In: a program with parallel stages. Out: for each axis along which an element is read from
// the other end, the range behind whose end its beginning follows. Along such an axis a tile may count on past the
// ends, since every element it needs there has an image in the range, and the same cell computes the same there.
//
//   x in [0, n):  B[i] = A[i + 1 < n ? i + 1 : 0]     ring [0, n): both elements are A[+1]
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {

struct Rings {
  std::array<std::optional<AxisBounds>, kMaxAxes> axis;
  bool any() const;
};

// An element of an array that the region writes which several steps at once can't follow:
// no ring explains its distance.
struct FarElement {
  FieldRead element;
  SourceRange range;
  int axis;
};
struct RingsOrFar {
  Rings rings;
  std::optional<FarElement> far;
};
RingsOrFar ringsOf(const StencilProgram &program);
// Does the ring hold all that cells look at or store, of arrays that have the axis?
bool holdsAll(const StencilProgram &program, const AxisBounds &ring, int axis);

// Of a cell that may lie beyond the ends of a ring: is it inside, and where is its image else? lo + (cell - lo) modulo
// the ring's length
struct RingPlace {
  ExprPtr isInside, wrapped;
};
RingPlace placeOnRing(const ExprPtr &cell, const ExprPtr &lo, const ExprPtr &hi);

// The distance of the image that is nearest to the cell.
Offset nearest(const Rings &rings, const FieldRead &element);

// The statements as a tile sees them that holds the images of the `held` fields: their elements are at the nearest
// distance, and where both sides of a condition have come to be the same, the condition is gone.
std::vector<StmtPtr> onRings(const Rings &rings, const std::vector<StmtPtr> &body,
                             const std::function<bool(FieldId)> &held);

} // namespace kasane

// Tests: tests/unit/analysis/PeriodicTest.cpp
