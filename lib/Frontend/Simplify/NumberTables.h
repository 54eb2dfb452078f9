// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small tables of numbers that the region doesn't change and that decide where its cells look, as constant tables. What
// they hold is guessed from how the file fills them, and the call checks it.
//
//   int ex[3] = {0, 1, -1};  ..  u[j][i + ex[k]]     ->     the same, with `const int ex[3]`
//   int off[2] = {-nx, nx};  ..  p[j * nx + i + off[k]]  ->  the same, with what the region calls a row's length
//   struct { int dx; double w; } d[2] = {..};        ->     the same, where nothing but its initialiser gives it values
//   struct { int dx, dy; } d[8]; d[k].dx = ..        ->     the same, of numbers that statements give it
//   double ex[3] = {0, 1, -1}; .. u[i + (int)ex[k]]  ->     the same, with `const double ex[3]`
#pragma once

#include "Simplify/IndexTables.h"

namespace kasane {

// Rewrites the region; what must be checked at the call.
std::vector<TableCheck> fixTables(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                  const Rehearsal &rehearsal, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/number_tables.c, tests/kernels/real_tables.c
