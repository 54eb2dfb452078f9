// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tables that a call block makes before it calls the region function, see RunningSum.
#pragma once

#include "kasane/IR/Region.h"

namespace kasane {

// `own` begins the block's own names.
std::string madeSums(const Region &region, const std::string &own);

// Gives their memory back; `before` and `behind` stand around that. "": there are none.
std::string endOfSums(const Region &region, const std::string &before, const std::string &behind);

} // namespace kasane

// Tests: tests/frontend/running_sums.c
