// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of which some comparisons are known. In: a cell's statements, and what answers comparisons. Out: the
// statements without the branches that are never taken.
//
//   i != k is false:   if (i != k && a > b) B := c;      ->
#pragma once

#include "kasane/IR/Narrow.h"
#include "kasane/IR/StencilProgram.h"

#include <functional>
#include <optional>

namespace kasane {

// `answer`: whether the comparison holds; nullopt: that isn't known.
std::vector<StmtPtr> answered(const std::vector<StmtPtr> &body,
                              const std::function<std::optional<bool>(const Expr &comparison)> &answer);

} // namespace kasane

// Tests: tests/unit/analysis/BetweenEndsTest.cpp, tests/unit/analysis/PivotStagesTest.cpp
