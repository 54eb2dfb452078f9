// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that go back and forth between two neighbours from round to round, as remainders of the rounds' count:
//
//   isw = 1;                                    for (j = 2; j < n; j++)
//   for (j = 2; j < n; j++) {                     for (i = (1 + (j - 2 + 0) % 2) + 1; i < n; i += 2)
//     for (i = isw + 1; i < n; i += 2)     ->       S;
//       S;
//     isw = 3 - isw;
//   }
//
// and those that an `if` chooses between two numbers, as one assignment:
//
//   if ((j + c) % 2) first = 1;          ->    first = (j + c) % 2 ? 1 : 2;
//   else first = 2;
//
// In: the region with its calls expanded. A number stays as it was where it isn't seen that it begins with one of the
// two, or where it is read behind the loop.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void nameRowStarts(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                   Expansion &expansion);

} // namespace kasane
