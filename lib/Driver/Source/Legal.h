// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Would the steps between reading and choosing take the region? In: a region as read. False after a diagnostic.
#pragma once

#include "kasane/IR/Region.h"
#include "kasane/Support/Diagnostic.h"

namespace kasane {

bool isLegal(const Region &region, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/diagnostics/nests_in_time_loop.c, tests/driver/suggest.test
