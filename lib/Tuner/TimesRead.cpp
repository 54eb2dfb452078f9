// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TimesRead.h"

namespace kasane::tuning {

double timesRead(const Box3 &span, bool star, const Box3 &tile, const Box3 &grid, double bytes, double capacity,
                 bool tilesFollow, const Jam &jam, int marched) {
  double times = 1, more = 0, between = bytes, within = bytes;
  for (int a = 0; a < 3; ++a) {
    const double s = static_cast<double>(span[a]), t = static_cast<double>(tile[a]);
    if (a > 0 && span[a] > 0 && (!tilesFollow || between * (a == marched ? s : t + s) > capacity)) {
      const double rows = jam.axis == a ? static_cast<double>(jam.rows) : 1;
      const double factor = within * (s + rows) <= capacity ? (t + s) / t : (rows + s) / rows;
      times *= factor;
      more += factor - 1;
    }
    between *= static_cast<double>(grid[a]);
    within *= t;
  }
  return star ? 1 + more : times;
}

} // namespace kasane::tuning
