// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Options/Nearest.h"

#include "llvm/ADT/StringRef.h"

std::string kasane::nearest(const std::string &name, const std::vector<std::string> &known) {
  std::string best;
  unsigned bestDistance = static_cast<unsigned>(name.size()) / 3 + 2;
  for (const std::string &candidate : known) {
    const unsigned distance = llvm::StringRef(candidate).edit_distance(name, /*AllowReplacements=*/true, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}
