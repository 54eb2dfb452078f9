// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stage reads and writes around a cell. In: a stage. Out: its fields, each with offsets.
//
//   B := A[-1] + A[+1]     A read at -1 and +1, B written
#pragma once

#include "kasane/IR/StencilProgram.h"

#include <set>

namespace kasane {

struct Reach {
  Offset lo{}, hi{}; // smallest and largest offset on each axis; lo <= 0 <= hi
  friend bool operator==(const Reach &, const Reach &) = default;
};

void widen(Reach &reach, const Reach &by); // until it holds both
Reach sum(const Reach &a, const Reach &b); // of what is read around cells that are themselves around the tile

struct FieldAccess {
  FieldId field;
  std::set<Offset> reads;                     // offsets
  bool written = false;                       // (at offset zero)
  bool conditional = false;                   // some store stands under an if
  bool readBefore = false, readAfter = false; // some read stands before the first store, or behind one
  bool far = false; // some read is at a far distance, of which `reads` holds the number only, or at a place of the step
  Reach reach() const; // hull of the reads and zero
};
struct StageFootprint {
  std::vector<FieldAccess> fields; // ascending ids, only those that occur
  const FieldAccess *find(FieldId field) const;
};
StageFootprint footprintOf(const Stage &stage);
std::set<FieldId> tablesOf(const StencilProgram &program, const Stage &stage); // that its cells read

} // namespace kasane

// Tests: tests/unit/analysis/FootprintTest.cpp
