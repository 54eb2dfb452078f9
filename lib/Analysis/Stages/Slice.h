// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a nest's body that some of its storing statements need.
//
//   t = A[i]; B[i] = t; t = t * 2; C[i] = t;    for {C}:   t = A[i]; t = t * 2; C[i] = t;
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <set>

namespace kasane {

struct SliceStmt {
  size_t position; // in the nest's body
  StmtPtr stmt;    // without its stores where it is there for the locals that it assigns
};

bool storesField(const StmtPtr &stmt);

// In source order: the statements at `units`, and of the others what assigns the locals they use.
std::vector<SliceStmt> sliceOf(const std::vector<StmtPtr> &body, const std::set<size_t> &units);

} // namespace kasane
