// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over a cell's neighbours as loops over distances, where an array is filled or a table is asked by them:
//
//   for (int jj = j - 1; jj <= j + 1; jj++)        ->     for (int jj = 0; jj < 3; jj++)
//     in[n++] = u[jj] * w[jj - j + 1];                      { in[n] = u[j - 1 + jj] * w[jj]; n++; }
//
// So that they can be written out (see Unroll.h).
//
// In: a region with its calls expanded. Other loops over neighbours stay: they are read as they are.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void countDistances(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/neighbour_loops.c, tests/kernels/median_picture.c
