// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table of rows that a step takes memory for, row by row, and gives back, is one block for all rows to the readers:
//
//   double **tmp = malloc(ny * sizeof *tmp);                               double (*tmp)[nx] = malloc(..);
//   for (j = 0; j < ny; j++) tmp[j] = malloc(nx * sizeof(double));   ->
//   .. tmp[j][i] ..                                                        .. tmp[j][i] ..
//   for (j = 0; j < ny; j++) free(tmp[j]);
//   free(tmp);                                                             free(tmp);
//
// So it is where nobody does anything with the table but look at its rows' elements.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void joinRows(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/step_rows.c, tests/diagnostics/rows_inside_region.c
