// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a run measured, from the file that KASANE_REPORT names, beside what was predicted for it. In: the file of
// --report and the regions that were understood. Out: each region's entry at the schedule of its target. Where the file
// is of another program, or of an older state of this source, a warning says so and nothing is shown.
#pragma once

#include "Explain/ExplainFacts.h"
#include "kasane/Support/Diagnostic.h"

namespace kasane {

// Errors: the file can't be read, or is no report.
void addRuns(std::vector<RegionFacts> &regions, const std::string &file, Diagnostics &diagnostics);

// The run, line by line; nothing where there is none.
std::vector<std::string> runReasons(const ScheduleFacts &facts);

} // namespace kasane

// Tests: tests/driver/explain-report.test
