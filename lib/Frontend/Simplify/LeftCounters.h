// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a loop leaves in its counter, where statements behind it in the same block look at that:
//
//   for (i..) {                                    for (i..) {
//     for (j = 1; j < n - 1; j++) S                  for (j = 1; j < n - 1; j++) S
//     b[i][j] = 0;                           ->      b[i][n - 1] = 0;               asked: 1 <= n - 1
//   }                                              }
//
// In: a region with its calls expanded. That the loop doesn't begin behind its end is known or asked of the call.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void nameLeftCounters(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/left_counters.c
