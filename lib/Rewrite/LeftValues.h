// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a region leaves in variables that aren't its own: the block keeps what they held on entry, and under
// verification compares what the region leaves with what the original loops leave. In: a region, and how the block's
// names begin. Out: C text of the block.
#pragma once

#include "kasane/IR/Region.h"

namespace kasane {

// Copies of variables as they are on entry.
struct SavedValues {
  std::string indent, declared, opaque;
  void add(const std::string &type, const std::string &name, const std::string &value);
  // With an empty asm statement, or gcc would see through a copy and warn of the user's variable, at its declaration.
  std::string text() const;
};

class LeftValues {
public:
  LeftValues(const Region &region, std::string own) : region_(region), own_(std::move(own)) {}

  void save(SavedValues &saved) const;
  std::string restore(const std::string &indent) const; // as they were saved
  // Of a region that ran, with the statements that follow it: what it leaves, in names of the block. `check` gets the
  // comparison with what the loops leave.
  std::string keep(const std::string &whenRan, std::string &check) const;

private:
  bool isCarried(const Watched &left) const; // the block saves these anyway

  const Region &region_;
  std::string own_;
};

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp, tests/kernels/left_pointers.c
