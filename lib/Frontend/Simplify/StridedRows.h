// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose counter is where a row of a flat array begins, as loops that count rows:
//
//   for (k = nx; k < nx * (ny - 1); k += nx)            for (j = 1; j < ny - 1; j++)
//     for (i = 1; i < nx - 1; i++)               ->       for (i = 1; i < nx - 1; i++)
//       b[k + i] = a[k + i - 1] + a[k - nx + i];            b[j * nx + i] = a[j * nx + i - 1] + a[j * nx - nx + i];
//
// That a length is positive, and where the last row begins, is known or asked for at the call.
//
// In: a region with its calls expanded. A loop stays that goes over tiles (inner loops begin at its counter), by a few
// cells only, or by a number that isn't seen to be the length of a row.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void countRows(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
               Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/strided_rows.c
