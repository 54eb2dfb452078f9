// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The text that takes the place of one region, up to and without the original loops.
#pragma once

#include "kasane/Rewrite/Rewrite.h"

namespace kasane {

constexpr char kHostMark = '\1';    // in `bounded`, one for each host code in its order; nothing that C text has
constexpr char kLeavingMark = '\2'; // the same for each arm that leaves the region

struct CallTexts {
  std::string own;                   // the prefix of the block's own variables, which the user's file doesn't have
  std::string loops;                 // the region
  std::string bounded;               // a copy whose time loop asks ksn_verify_step first, with marks for host code
  std::vector<std::string> hostCode; // by number, with its #line
  std::vector<std::string> named;    // by number, what makes the values that have names there
  std::vector<std::string> leaving;  // the arms that leave the region, the same
  std::string lineMark;              // #line for the region's first line
};

// The definitions that the region takes for granted and that linking may replace, and what the file calls its own one.
std::vector<std::string> replaceableOf(const StencilProgram &program);
std::string ownAlias(const StencilProgram &program, const std::string &name);

std::string callBlock(const CallSite &call, const CallTexts &texts);

} // namespace kasane

// Tests: tests/unit/rewrite/RewriteTest.cpp
