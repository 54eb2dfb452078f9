// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All steps from a parsed source to the texts of its files, in order. In: the source while Clang holds it. Out: the
// texts, or what `explain` shows. A region that a step refuses takes no part in the later ones, and the others go on,
// so that one run shows every error; whoever calls looks at the diagnostics before using the texts.
#pragma once

#include "Source/Regions.h"
#include "Source/Source.h"

namespace kasane {

// Up to the schedule.
std::vector<PlannedRegion> planRegions(const ParsedSource &source, const Options &options, Diagnostics &diagnostics);

// nullopt: there are errors, or --dump-after ended it early.
std::optional<Translation> translateRegions(const ParsedSource &source, const Options &options,
                                            Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/dump.test
