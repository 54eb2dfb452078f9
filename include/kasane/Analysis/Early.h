// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stream may work out of a cell before all of the cell's operands have come by. In: a stage, and when
// each of its elements can be had. Out: the same operations in the same order, in parts.
//
//   B = a * A[-1,+1] + b * A[-1,-1] + c * A[0,+1]; A[0] a plane later than A[-1], and the cell's own turn
//   ->  1 ahead:  early 0 = a * A[-1,+1] + b * A[-1,-1];   then  B = early 0 + c * A[0,+1]
//
// One value is held for each part instead of all of the planes that its elements are from.
#pragma once

#include "kasane/IR/StencilProgram.h"

namespace kasane {

struct EarlyPart {
  std::string name; // by which later parts and the statements know it; no C identifier
  ExprPtr value;
  int64_t ahead;
  int64_t held; // iterations until it has been read for the last time
};

struct EarlyBody {
  std::vector<EarlyPart> parts; // those first that others read
  std::vector<StmtPtr> body;    // the rest
};

// How many iterations ahead of the cell's own an element can be had.
using AheadOf = std::function<int64_t(const FieldRead &)>;

// Planes come by along axis `streamed`. There are no parts where the statements branch, where evaluating what isn't
// wanted may trap, or where nothing can be had ahead.
EarlyBody takeEarly(const Stage &stage, int streamed, const AheadOf &aheadOf);

// May evaluating its statements trap where operands are anything?
bool mayTrap(const Stage &stage);

} // namespace kasane

// Tests: tests/unit/analysis/EarlyTest.cpp
