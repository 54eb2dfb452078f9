// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of a region function that makes steps: passes with their launches, host code between them, and what is made
// again when a test ends the region. In: a host plan. Out: C text of the function's body.
#pragma once

#include "Dialect.h"

namespace kasane::emission {

std::string passesText(const TargetText &target, const LoopNest &nest);

// Statements that tell the caller where the user's pointers stand and what variables hold. Name f is the user's name
// for names[f]; without names it is its own.
std::string outsText(const LoopNest &nest, const std::vector<int> &names, const std::string &indent);

std::string memberOf(const HostVariable &variable); // of the argument block

} // namespace kasane::emission
