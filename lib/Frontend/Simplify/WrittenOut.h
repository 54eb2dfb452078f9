// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops whose rounds are written out by a person, with a loop for the rest behind them, as the one loop that they are:
//
//   for (i = 1; i + 1 < n; i += 2) {            for (i = 1; i < n; i++)
//     b[i] = a[i - 1];                   ->       b[i] = a[i - 1];
//     b[i + 1] = a[i];
//   }
//   for (; i < n; i++)
//     b[i] = a[i - 1];
//
// So are those that end at n - n % 4, n / 4 * 4 and the like. What is written out must be the rest's body for each of
// the rounds, in their order.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void joinWrittenOut(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/written_out.c
