// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Lattice.h"

namespace kasane::tuning {

static constexpr int kDeepest = 32; // too much code ends it before, but for what is pinned

std::vector<int> latticeDepths(bool severalSteps) {
  std::vector<int> out = {1};
  for (int depth = 2; severalSteps && depth <= kDeepest; depth *= 2) {
    out.push_back(depth);
    out.push_back(depth / 2 * 3);
  }
  return out;
}

std::vector<int64_t> latticeExtents(int64_t first, int64_t length, int64_t factor, bool wholeRows) {
  std::vector<int64_t> out;
  int64_t extent = first;
  for (; extent < length; extent *= factor)
    out.push_back(extent);
  out.push_back(wholeRows ? 0 : extent);
  return out;
}

} // namespace kasane::tuning
