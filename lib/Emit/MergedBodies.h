// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Several bodies as one, over a constant that says whose it is. In: bodies that have the same names for the same
// things. Out: one, in which what several of them have stands once.
//
//   { a; b; }  { a; c; b; }     ->     a;  if (variant == 1) { c; }  b;
#pragma once

#include "Dialect.h"

#include "kasane/IR/LoopNest.h"

namespace kasane::emission {

// `kernel`: what its text needs to know.
KBody mergedBodies(const Dialect &dialect, const Kernel &kernel, const std::vector<KBody> &bodies);

} // namespace kasane::emission

// Tests: tests/unit/emit/SharedBodyTest.cpp, tests/codegen/cuda/pipeline_ring.c
