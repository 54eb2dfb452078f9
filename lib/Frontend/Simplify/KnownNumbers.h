// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small numbers that the file gives variables and members before the region, which doesn't change them, and that bound
// its loops: the width of ghost planes, for instance. The call asks whether they are what the file says.
//
//   int g = 2;  ..  for (k = 0; k < g; k++) u[k] = u[nx + k];
//     ->            for (k = 0; k < 2; k++) u[k] = u[nx + k];          asked: g == 2
#pragma once

#include "Ast/Rehearsal.h"

#include "Simplify/Inline.h"

namespace kasane {

// False: there are none.
bool fixNumbers(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Rehearsal &rehearsal,
                Expansion &expansion);

// How many short loops copy within an array, as those over ghost cells do. What they copy is seen best in numbers.
int copiesOfGhosts(const clang::ASTContext &ast, const clang::Stmt *region);

} // namespace kasane

// Tests: tests/kernels/ghost_widths.c, tests/kernels/ghost_lines.c, tests/frontend/known_numbers.c
