// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stage computes, each value once. In: a stage's body. Out: `visit` is called with each expression whose value
// no one before it has, in the order of the source, and with whether it is the cell's: else it is the same for all of
// them. What stands there again costs nothing, since compilers keep it.
//
//   u = A[i];  a = 2 * c * u;  b = 1 + 2 * c * u;     ->     u, 2 * c (not the cell's), 2 * c * u, 1 + 2 * c * u
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane::tuning {

// Places that tables are read at are left out: most of them are the same for many cells.
void walkDistinct(const std::vector<StmtPtr> &body, const std::function<void(const Expr &, bool)> &visit);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/DistinctTest.cpp
