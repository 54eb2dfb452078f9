// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the call site may look at only where the loops make a round: the program may have no values there.
//
//   for (t = 0; t < steps; t++) step(g);     with steps == 0, and g == NULL
//       const int ksn_begins = 0 < (long long)steps;
//       .. ksn_begins ? g->nx : 0 ..                         else the loops run, which do nothing
//
// Texts that can't end the program, as names and sums of them, are taken as they stand.
#pragma once

#include "kasane/IR/Region.h"

namespace kasane {

class Reached {
public:
  // `own` begins the names of the block: begins, whether a round is made.
  Reached(const StencilProgram &program, const Region &region, const std::string &own);

  std::string declared() const { return declared_; } // the test, as a statement; "": nothing needs it
  bool isAsked() const { return !declared_.empty(); }
  const std::string &name() const { return name_; }
  // The value where it can be had, else 0; `shown` is what is written for it.
  std::string when(const std::string &text, const std::string &shown) const;
  std::string when(const std::string &text) const { return when(text, text); }
  std::string base(const Field &field) const; // the field's address
  bool mayFault(const std::string &text) const;
  std::string unlessNothing(const std::string &call) const; // 0 in place of the call: run the loops

private:
  std::string name_, declared_;
};

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp, tests/driver/no_steps.test
