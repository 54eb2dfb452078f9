// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The user's file with calls in place of its regions. In: the original text and its regions in source order. Out: the
// original, byte for byte, apart from a head (argument blocks and prototypes; no header is included), the pragma lines,
// and the regions:
//
//   for (t..) {..}   ->   { struct X_args ksn_a = {..};  int ksn_how = X_openmp(&ksn_a);
//                           if (ksn_how == 1) { take the outs } else if (ksn_how == 2) { compare with a copy }
//                           else { for (t..) {..} } }
//
// A statement under keep(A, B) gets ksn_keep before and ksn_keep_end behind it, one under home(A) ksn_home likewise.
// A region may begin or end in a branch of `#if`: see Branches.h.
// Line numbers outside of the regions, and within the kept loops, are the original's.
#pragma once

#include "kasane/IR/Region.h"

namespace kasane {

struct CallSite {
  const Region *region;
  const StencilProgram *program;    // whose fields and parameters the generated function takes
  std::string argumentBlock;        // C text of `struct <name>_args {..};`
  std::vector<std::string> targets; // the first is the default
};

std::string rewriteSource(const std::string &original, const std::string &path, const std::vector<CallSite> &calls,
                          const std::string &banner, const KeepScopes &keeps = {},
                          const std::vector<Conditional> &conditionals = {});

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp
