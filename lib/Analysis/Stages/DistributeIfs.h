// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gives every store under an `if` an `if` of its own, where that means the same: neither the condition nor the locals
// of its branches read what it stores, and no local declared outside is set inside.
//
//   if (c) { E[i] = ..; H[i] = E[i+1]; }     ->     if (c) E[i] = ..; if (c) H[i] = E[i+1];
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <optional>

namespace kasane {
// The nest with its top-level ifs taken apart, and where `isDeep` those within them; nullopt when there is none.
std::optional<Stage> distributeIfs(const Stage &nest, bool isDeep);
} // namespace kasane

// Tests: tests/unit/analysis/SplitRandomTest.cpp
