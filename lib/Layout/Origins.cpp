// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Origins.h"

namespace kasane {
namespace {

Poly withoutNumber(const Poly &poly) {
  const auto number = poly.terms().find({});
  return number == poly.terms().end() ? poly : poly - Poly(number->second);
}

// What cells hand to a gather; an array of the step is an array like others.
bool isGathered(const DraftArray &array) { return array.hidden && !array.ofStep; }

} // namespace

std::array<Poly, kMaxAxes> originOf(const Draft &draft, const DraftNest &nest,
                                    const std::vector<AccessPosition> &positions) {
  std::array<std::optional<Poly>, kMaxAxes> found{};
  for (bool writes : {true, false})
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      for (int axis = 0; axis < kMaxAxes; ++axis) {
        const bool counts = draft.accesses[a].write == writes && !isGathered(draft.arrays[draft.accesses[a].array]) &&
                            positions[a].relative[axis];
        if (counts && positions[a].at[axis] && !found[axis])
          found[axis] = withoutNumber(*positions[a].at[axis]);
      }
  std::array<Poly, kMaxAxes> origin;
  for (int axis = 0; axis < kMaxAxes; ++axis)
    origin[axis] = found[axis].value_or(0);
  return origin;
}

void moveHidden(const Draft &draft, std::vector<AccessPosition> &positions) {
  for (const DraftNest &nest : draft.nests) {
    const std::array<Poly, kMaxAxes> origin = originOf(draft, nest, positions);
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      for (int axis = 0; axis < kMaxAxes && isGathered(draft.arrays[draft.accesses[a].array]); ++axis)
        if (positions[a].relative[axis] && positions[a].at[axis])
          positions[a].at[axis] = *positions[a].at[axis] + origin[axis];
  }
}

} // namespace kasane
