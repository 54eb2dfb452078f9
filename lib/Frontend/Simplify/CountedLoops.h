// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that set and step their variable in statements of their own, written as `for` loops:
//
//   i = 1;                                 for (i = 1; i < n - 1; i++)
//   while (i < n - 1) {            ->        b[i] = a[i - 1] + a[i + 1];
//     b[i] = a[i - 1] + a[i + 1];
//     i++;
//   }
//
// So are those that step it in their test, and `do` loops, which run at least once where their nests have cells:
//
//   while (--k > 0) ..                 for (k = k0 - 1; k > 0; --k)
//   for (k = k0; k--;) ..              for (k = k0 - 1; k >= 0; k--)
//   do { *p++ = *q++; } while (--n);   for (n = n0; n != 0; --n)
//   while (n--) *p++ = *q++;           for (k = 0; k != n0; ++k)
//
// A cell's own loops that a condition on its numbers may end earlier get a break:
//
//   while (fabs(f) > eps && k < 20) { x -= f / d; .. k++; }  ->  for (k = 0; k < 20; k++) { if (!(..)) break; .. }
//
// In: a region with its calls expanded. A loop with a `continue`, or one that steps its variable elsewhere, stays.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void countLoops(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

// The statement of the block that gives the variable the value which it has in front of statement `n`.
std::optional<size_t> setBefore(const std::vector<const clang::Stmt *> &stmts, size_t n, const clang::VarDecl *var);

} // namespace kasane

// Tests: tests/kernels/rounds_in_cells.c, tests/kernels/while_loops.c, tests/kernels/c89_cells.c
