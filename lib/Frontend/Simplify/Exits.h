// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops inside of cells without their jumps, so that what a round does stands under conditions alone:
//
//   for (d = 0; d < 8; d++) {                         int going = 1;
//     if (a[i + dx[d]] < 0) continue;                 for (d = 0; d < 8; d++)
//     if (a[i + dx[d]] == c) { n = d; break; }   ->     if (going)
//     s += a[i + dx[d]];                                  if (a[i + dx[d]] < 0) {}
//   }                                                     else if (a[i + dx[d]] == c) { n = d; going = 0; }
//                                                         else { s += a[i + dx[d]]; }
//
// A counter that is read behind such a loop keeps, in a variable of its own, what it was when a break ended it.
#pragma once

#include "Simplify/Clone.h"
#include "Simplify/Inline.h"

namespace kasane {

void structureLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

// Returns from inside of such loops, in a function's body: each becomes a break behind `value` and `left` being set.
//
//   for (..) if (g[k] == 2) return 1;      ->      for (..) if (g[k] == 2) { value = 1; left = 1; break; }
//
// Null: the loop isn't one inside of a cell. `value` is null where the function returns nothing.
clang::Stmt *withoutReturns(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made, const clang::Stmt *loop,
                            clang::VarDecl *value, clang::VarDecl *left);

} // namespace kasane

// Tests: tests/kernels/loop_exits.c, tests/kernels/ended_counters.c, tests/diagnostics/return_in_loop.c
