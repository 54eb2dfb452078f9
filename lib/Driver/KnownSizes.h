// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The names of --size against the lengths that the regions of one source take at their calls.
//
//   --size=nx=512,rows=9    on regions that take nx and ny: an error that lists those
//
// Where the command has other sources, too, or is cc, it is a warning: another file may take the name.
#pragma once

#include "Pipeline.h"

namespace kasane {

void checkSizes(const std::vector<PlannedRegion> &regions, const Options &options, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/predicted.test
