// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads that wait for each other: if (!metal[j][i]) V[j][i] += .. loads V when metal is there.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane::tuning {

// How many a cell makes at most, each under a condition over the one before; 1 where it asks nothing that it loads.
int waitsOf(const std::vector<StmtPtr> &body);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
