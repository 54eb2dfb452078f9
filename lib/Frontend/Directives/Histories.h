// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that keep what every step computes, with the time loop's variable in a subscript:
//
//   for (n = 1; n < steps - 1; n++)
//     for (i = 1; i < nx - 1; i++)
//       u[n + 1][i] = 2 * u[n][i] - u[n - 1][i] + c * (u[n][i + 1] - 2 * u[n][i] + u[n][i - 1]);
//
// In: the statement under the directive. Out: the body of its loop, where each round stores to one distance from the
// variable and reads the same array at smaller distances only; else null. The body may be the region as well: the loop
// around it stays the program's own.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

namespace kasane {

const clang::Stmt *stepOfHistory(const clang::ASTContext &ast, const clang::Stmt *region);

} // namespace kasane

// Tests: tests/frontend/histories.c, tests/kernels/flat_histories.c, tests/diagnostics/note_is_history.c
