// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scalars that each row computes from elements which it then changes, as elements of an array that the step has for
// itself. Each loop and each statement can be a nest of its own then:
//
//                                                    double f[n];
//   for (i = k + 1; i < n; i++) {                    for (i = k + 1; i < n; i++) {
//     f = a[i][k] / a[k][k];                           f[i] = a[i][k] / a[k][k];
//     a[i][k] = 0;                             ->      a[i][k] = 0;
//     for (j..) a[i][j] -= f * a[k][j];                for (j..) a[i][j] -= f[i] * a[k][j];
//     b[i] -= f * b[k];                                b[i] -= f[i] * b[k];
//   }                                                }
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// False: there are none.
bool keepFactors(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                 Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/elimination_zeros.c
