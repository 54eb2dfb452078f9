// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "KnownSizes.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

namespace kasane {

void checkSizes(const std::vector<PlannedRegion> &regions, const Options &options, Diagnostics &diagnostics) {
  if (regions.empty() || diagnostics.hasErrors())
    return;
  std::set<std::string> known, names;
  for (const PlannedRegion &region : regions)
    for (const Param &param : region.program.params)
      if (!isFloat(param.type) && !param.text.empty()) {
        known.insert(param.text);
        names.insert(param.name);
      }
  const bool isAlone = options.inputs.size() == 1 && options.command != Command::Cc;
  for (const auto &[name, length] : options.sizes)
    if (!known.count(name) && !names.count(name))
      diagnostics.add(isAlone ? DiagId::unknown_size : DiagId::size_not_here, regions.front().program.directive,
                      {name, known.empty() ? "none, as all lengths are constants" : llvm::join(known, ", ")});
}

} // namespace kasane
