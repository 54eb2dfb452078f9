// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A nest's statements: their accesses, and the same with other values and other accesses in their places.
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <functional>

namespace kasane {

// What takes the place of a part of an expression (null: itself), and of an access that is stored to.
struct BodyChanges {
  std::function<ExprPtr(const Expr &)> part;
  std::function<int(int)> stored;
};

std::vector<StmtPtr> changedBody(const std::vector<StmtPtr> &body, const BodyChanges &changes);

// In the order in which they were read, once each.
std::vector<int> accessesIn(const std::vector<StmtPtr> &body);

} // namespace kasane

// Tests: tests/kernels/mirrored.c, tests/kernels/edges_corners.c
