// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all cells, which takes rows and columns from its counter, as the nest that it stands for:
//
//   for (k = 0; k < nx * ny; k++) {                 for (j = 0; j < ny; j++)
//     int x = k % nx, y = k / nx;            ->       for (i = 0; i < nx; i++) {
//     if (x > 0 && y > 0)                               int x = i, y = j;
//       b[k] = a[k - 1] + a[k - nx];                    if (x > 0 && y > 0)
//   }                                                     b[j * nx + i] = a[j * nx + i - 1] + a[j * nx + i - nx];
//                                                     }
//
// So do (&a[0][0])[k] and a[0][k] in the rows that `a` is declared with.
// In three dimensions `k / (nx * ny)`, `(k / nx) % ny`, or what is left in a variable, `r = k % (nx * ny); r / nx`.
// That a length is positive, and that whole rows fill the range, is known or asked for at the call.
//
// In: a region with its calls expanded. A loop that is left by `break`, or whose counter is read behind it, stays.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void splitFlatLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                    Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/flat_loops.c, tests/kernels/flat_loops.c
