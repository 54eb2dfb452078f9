// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --tune=measure and --tune=exhaustive: schedules of a region are timed on this machine, and the fastest is taken.
// Where that can't be, the choice stays, and the reason goes with it.
#pragma once

#include "Source/Regions.h"

namespace kasane {

std::vector<PlannedRegion> measureAll(const std::vector<PlannedRegion> &regions, const Options &options,
                                      Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/tune.test
