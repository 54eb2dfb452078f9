// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Variables of a cell that are declared outside of its loops, declared inside of them:
//
//   int c; double s;                                int c; double s;
//   for (j = 1; j < ny - 1; j++)                    for (int j = 1; j < ny - 1; j++)
//     for (i = 1; i < nx - 1; i++) {                  for (int i = 1; i < nx - 1; i++) {
//       c = j * nx + i;                                 int c_1 = j * nx + i;
//       s = a[c - 1] + a[c + 1];           ->           double s_1 = a[c_1 - 1] + a[c_1 + 1];
//       b[c] = s;                                       b[c_1] = s_1;
//     }                                                 s = s_1;
//   printf("%g", s);                                  }
//
// In: the region with its calls expanded. Out: the same, with a declaration in the innermost block that surely sets the
// variable before it reads it. Where its value is read behind the loops, each cell sets the one outside at its end.
// What can't be moved like that stays as it was. Arrays and structs become a cell's own where nothing else mentions
// them; the readers see that each of their numbers is set before it is read. So does a loop's variable that nobody
// reads behind its loop.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void ownByCells(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                Expansion &expansion);

} // namespace kasane
