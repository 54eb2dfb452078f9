// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that end at the lesser of two values, or begin at the greater, of which the step says one: they go
// to the other one, and the cells are tested.
//
//   for (i = 1; i < MIN(t, n - 1); i++) S     ->     for (i = 1; i < n - 1; i++) if (i < MIN(t, n - 1)) S
//   lo = c - t; if (lo < 0) lo = 0;
//   for (i = lo; i < n; i++) S                ->     for (i = 0; i < n; i++) if (i >= lo) S
//   for (t = 1; ..; t++) for (i = 0; i < n - t; i++) S     ->     for (i = 0; i < n - 1; i++) if (i < n - t) S
//   for (t = 1; t < n; t++) for (i = 0; i < t; i++) S      ->     for (i = 0; i < n - 1; i++) if (i < t) S
//
//
// So are triangles, where one bound goes by the row:
//
//   for (j = 1; j < n; j++) for (i = 0; i < j; i++) S      ->     for (i = 0; i < n - 1; i++) if (i < j) S
//
// In: a region whose tiles are joined, and whose cells' variables are their own. A loop whose variable is read behind
// it stays.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void testBoundsInCells(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                       Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/step_bounds.c, tests/kernels/shrinking.c, tests/kernels/triangles.c
