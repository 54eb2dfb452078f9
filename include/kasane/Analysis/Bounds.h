// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the region touches, and whether that lies inside of the arrays. In: a program with parallel stages.
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
};
std::vector<FieldHull> fieldHulls(const StencilProgram &program);

// Conditions that must hold at the call for every subscript to be inside its array's extents, for the axes not to fold
// into each other (flat arrays), and for every stage to have at least one cell; with those that the program assumes.
// Those that hold for all parameter values are left out; one that can never hold is an error at the subscript.
std::vector<Guard> boundsGuards(const StencilProgram &program, Diagnostics &diagnostics);

// Pairs of fields that may overlap in memory as far as the types say, at least one of them written. To be checked at
// the call. A field with itself: two of its rows may. A noalias clause removes its pairs.
struct FieldPair {
  FieldId left, right;
};
std::vector<FieldPair> mayOverlap(const StencilProgram &program);

} // namespace kasane
