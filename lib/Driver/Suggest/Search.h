// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where a directive would be accepted, and what stands in the way elsewhere. In: a source while Clang holds it. Out:
// data that outlives it. Of loops in each other the outermost that can be the region is taken, and those in it aren't
// looked at. Where host code runs in each of its steps, a time loop within is better. A call is tried where no loop
// behind it can be a region.
#pragma once

#include "Source/Kept.h"
#include "Source/Source.h"
#include "kasane/Frontend/Sites.h"

namespace kasane {

struct FoundSite {
  KeptPlace place;
  std::string function;
  SiteKind kind;
  bool hasThreads;       // the program's own threads make it
  KeptPlace insertion;   // the line before which the directive belongs
  size_t offset;         // the same, in the file's text
  std::string directive; // the whole line
};

struct BlockedSite {
  FoundSite site;
  KeptMessage why; // what the first error is, at its place
  bool readsNeighbours;
  bool holdsOther;   // some other site in it is taken, or blocked itself
  bool isLoopAround; // something in it is taken
};

struct TakenSite {
  FoundSite site;
  std::optional<size_t> around; // the blocked loop next to it, so that this region begins anew in each of its rounds
};

struct Searched {
  std::string path, text; // the source's
  std::vector<TakenSite> taken;
  std::vector<BlockedSite> blocked;
};

Searched searchSites(const ParsedSource &source);

} // namespace kasane

// Tests: tests/driver/suggest.test, tests/driver/suggest-kernels.test
