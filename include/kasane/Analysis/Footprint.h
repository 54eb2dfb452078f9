// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stage reads and writes around a cell, and what a step costs.
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
  bool far = false;                           // some read is at a far distance, of which `reads` holds the number only
  Reach reach() const;                        // hull of the reads and zero
};
struct StageFootprint {
  std::vector<FieldAccess> fields; // ascending ids, only those that occur
  const FieldAccess *find(FieldId field) const;
};
StageFootprint footprintOf(const Stage &stage);
std::set<FieldId> tablesOf(const StencilProgram &program, const Stage &stage); // that its cells read

struct OpCount {
  int operations = 0; // arithmetic operators of the source (no index arithmetic); a division or a call counts one
  int arrays = 0;     // distinct fields touched
  int bytes = 0;      // element bytes read once and written once per cell
};
OpCount countOps(const StencilProgram &program, const Stage &stage);
OpCount countOps(const StencilProgram &program); // all stages and what is collected, arrays counted once

} // namespace kasane
