// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Against.h"

#include <algorithm>
#include <cmath>

namespace kasane::tuning {

std::string against(double ratio, double margin) {
  const auto percent = [](double part) { return std::to_string(std::lround(part * 100)) + " %"; };
  if (std::abs(ratio - 1) < 0.005)
    return "as fast";
  if (ratio > 1)
    return percent(ratio - 1) + " slower";
  const std::string faster = percent(std::max(std::floor((1 - ratio) * 100), 1.0) / 100) + " faster, but ";
  if (ratio < margin) // the search doesn't go there
    return faster + "no shape that is taken unless it is asked for";
  return faster + "a change must gain " + percent(std::max(1 - margin, 0.01));
}

} // namespace kasane::tuning
