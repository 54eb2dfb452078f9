// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that constant bounds keep from running, left out, with the loops around that do nothing else:
//
//   for (int j = 0; j < ny; j++)              ->      ;
//     for (int i = 0; i < HALO; i++) S;               // HALO is 0
//
// and so are the arms of `if (ORDER == 4) ..` that constants keep from being taken, and counted loops and tests with
// nothing in them.
//
// In: the region with its calls expanded. What was folded in is appended to `folded`.
// All stays where nothing would be left.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void leaveOutEmpty(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/empty_nests.c
