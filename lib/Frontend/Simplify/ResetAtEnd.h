// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers of a cell that are set at its end for the next one, set at its beginning, too:
//
//   int alive = 0;                                   int alive = 0;
//   for (i..) for (j..) {                            for (i..) for (j..) {
//     for (..) alive += g[i + y][j + x];               alive = 0;
//     h[i][j] = alive == 3;                   ->       for (..) alive += g[i + y][j + x];
//     alive = 0;                                       h[i][j] = alive == 3;
//   }                                                  alive = 0;
//                                                    }
//
// That is so where each way to a round's beginning comes from such a statement, or from the declaration.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void setAtBeginning(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/reset_at_end.c
