// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Source/Legal.h"

#include "kasane/Analysis/Bounds.h"
#include "kasane/Analysis/Dependence.h"
#include "kasane/Analysis/StepArrays.h"

bool kasane::isLegal(const Region &region, Diagnostics &diagnostics) {
  Diagnostics found;
  if (const auto program = splitStages(region.program, found)) {
    boundsGuards(*program, found);
    stepArrayGuards(*program, found);
  }
  diagnostics.add(found);
  return !found.hasErrors();
}
