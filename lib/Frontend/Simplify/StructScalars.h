// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Structs that a region copies as a whole, and those that a cell has for itself, written out as their members:
//
//   cell c = a[i];  c.u += 1;          float c_u = a[i].u, c_v = a[i].v;  c_u += 1;
//   b[i] = c;                   ->     b[i].u = c_u; b[i].v = c_v;
//   old = now;                         for (..) for (..) old.grid[n][m] = now.grid[n][m];
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void writeOutStructs(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/struct_cells.c, tests/kernels/struct_values.c, tests/kernels/chained_copies.c
