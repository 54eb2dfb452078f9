// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What really hinders a region, where a loop of steps looks like one over cells and the like. In: a region that can't
// be read, and what was found. Out: that, or the place that the statements show to stand in the way.
#pragma once

#include "Simplify/Ways.h"

namespace kasane {

void tellTrueReason(const Source &source, Diagnostics &found);

} // namespace kasane

// Tests: tests/diagnostics/record_amid_nest.c, tests/diagnostics/rounds_make_rows.c, tests/diagnostics/stored_in_test.c
