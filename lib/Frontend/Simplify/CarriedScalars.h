// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that hand a value from one cell of a row to the next, as elements of an array that the loop has for itself:
//
//   prev = u[0];                                  double prev[n - 1];  prev[0] = u[0];
//   for (i = 1; i < n - 1; i++) {                 for (i = 1; i < n - 1; i++) {
//     cur = u[i];                                   double before = prev[i - 1], cur = u[i];
//     u[i] = prev + cur + u[i + 1];        ->       u[i] = before + cur + u[i + 1];
//     prev = cur;                                   prev[i] = cur;
//   }                                             }
//
// In one of several rows the first cell takes what the scalar holds: before = i == 1 ? p : prev[i - 1].
// That is what the loop does, whatever it computes. Analysis sees whether its cells can be made in any order then.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// False: there are none.
bool keepCarried(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                 Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/carried_scalars.c, tests/diagnostics/scalar_carried.c
