// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that the program cut into tiles by hand, as the loops over all cells that they are:
//
//   for (jj = 1; jj < n - 1; jj += size)                      for (j = 1; j < n - 1; j++)
//     for (j = jj; j < MIN(jj + size, n - 1); j++)     ->       b[j] = a[j - 1] + a[j + 1];
//       b[j] = a[j - 1] + a[j + 1];
//   for (t = 0; t < n / size; t++)                            for (j = 0; j < n / size * size; j++)
//     for (j = t * size; j < (t + 1) * size; j++) S    ->       S
//
// The tile's end may be in a variable of its own, cut off by an `if`, or be left to a condition around the cells
// (`if (j < n - 1) S`). That a size is positive, and that whole tiles fill the range, is known or asked at the call.
//
// In: a region with its calls expanded. Loops whose tiles go another way than their cells would alone, as those of
// `jj, ii, j, i`, are noted in `tiled`.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void joinTiles(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
               Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/hand_tiles.c, tests/kernels/hand_tiles.c, tests/diagnostics/order_of_tiles.c
