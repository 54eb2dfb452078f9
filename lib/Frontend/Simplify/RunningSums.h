// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinates and the like that a loop over cells makes one from the other, as tables that are made before the region:
//
//   for (j..) {                                    for (j..) {
//     x = x0;                                        ;
//     for (i = 0; i < n; i++) {            ->        for (i = 0; i < n; i++)
//       u[j][i] = f(x);                                u[j][i] = f(ksn_sums1[i]);
//       x += dx;                                   }
//     }
//   }
//
// with   { double x = x0; for (k = 0; k <= n; k++) { ksn_sums1[k] = x; x += dx; } }   once at each call.
//
// So each value is the one that the loop makes, to the last bit. That holds where the region changes nothing that the
// first value, the change and the loop's bounds look at, and nobody reads what the loop leaves. A variable that is set
// nowhere in the region goes on from what it holds there, if the loop runs once.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// `region` as the file has it. False: there are none.
bool tabulateSums(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                  Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/running_sums.c, tests/frontend/running_sums.c, tests/diagnostics/sum_goes_on.c
