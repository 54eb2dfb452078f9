// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the region touches of each array. In: a program with parallel stages. Out: for each field a box over parameters.
//
//   x in [1, n - 1):  B = A[-1] + A[+1]; swap     both hulls are [0, n)
#pragma once

#include "kasane/IR/LoopNest.h"
#include "kasane/IR/StencilProgram.h"

namespace kasane {

// The hull of the cells of one buffer that the original reads or writes when every stage has a cell; absent axes [0,
// 1). A buffer is accessed by every name of its rotation's cycle, so the fields of a cycle have one hull.
struct FieldHull {
  std::array<ExprBounds, kMaxAxes> box;
  ExprPtr first, last; // of the linear indices touched; null when the field is a whole object
  bool read = false;
  bool written = false;
  std::optional<ExprBounds> leaves = {}; // with these blocks; the rest is of one of them
};
std::vector<FieldHull> fieldHulls(const StencilProgram &program);

} // namespace kasane

// Tests: tests/unit/analysis/HullTest.cpp
