// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What would make a region faster, as far as the tuner and the translator know. In: a planned region and what was asked
// for. Out: advice that the translator takes. A flag or clause that is advised was tried on the model, or is one that
// nothing here stands against.
//
//   --tile=32x8 given, the model prefers diamonds:
//       {Flag, "leave out --tile", "the model chooses diamond 256x32x1 depth 64", 0.0012}
#pragma once

#include "Source/Regions.h"
#include "kasane/Driver/Options.h"

namespace kasane {

enum class AdviceKind { Flag, Clause, Layout, Source, Machine };
std::string_view nameOf(AdviceKind kind);

struct Advice {
  AdviceKind kind;
  std::string what, why;
  double seconds = 0;                             // that a step is predicted to take then; 0: the model can't say
  unsigned line = 0;                              // where the source stands in the way; 0: nowhere in particular
  std::vector<std::string> add = {}, remove = {}; // options to give, and the names of those to leave out
};

// `vectors`: bytes of those that the compiler makes with the flags that are given; 0: not known.
std::vector<Advice> fasterOf(const PlannedRegion &region, const TargetPlan &plan, int64_t vectors,
                             const Options &options);

} // namespace kasane

// Tests: tests/driver/explain-faster.test
