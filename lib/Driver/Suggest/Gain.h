// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region is predicted to take: as its loops are, on one core or on all where threads of the program's own make
// them, and translated. In: its program and the options. Nothing is run. Loops as they are make one step at a time, by
// whole rows, and a core has its share of what all cores have.
#pragma once

#include "kasane/Driver/Options.h"
#include "kasane/IR/StencilProgram.h"

namespace kasane {

struct Estimate {
  std::string target;         // "": the loops as they are
  std::string machine, title; // the file's name, and what it says of itself
  int64_t cores = 0;          // of a processor; 0: a card
  double seconds = 0;         // of all steps, arrays moved and brought home
  double moving = 0;          // for that, among them
};

struct Gains {
  Problem problem;
  Estimate asIs;
  std::vector<Estimate> translated; // one for each target, in order
  double share = 1; // of the cells' updates, that the loop nests have which were looked at; the rest takes as long

  const Estimate *best() const; // null: for no target
  double saved() const;         // seconds
  double times() const;         // as fast as it is; 0: for no target
};

Gains gainsOf(const StencilProgram &program, bool hasThreads, const Options &options, Diagnostics &diagnostics);

} // namespace kasane

// Tests: tests/driver/suggest.test, tests/driver/suggest-gain.test
