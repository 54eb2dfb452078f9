// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests that add up rows, columns or planes. Many cells store to one element, or a cell goes along an axis, so that
// they are no stencil. In a time loop they can be host code, which the steps stop for.
//
//   for (j..) { s = 0; for (i..) s += u[j][i]; mean[j] = s / n; }      for (j..) for (i..) column[i] += u[j][i];
#pragma once

#include "clang/AST/Stmt.h"

namespace kasane {

// Is it a nest with a loop whose variable is a subscript of what is read, and of nothing that the nest stores?
bool addsUpRows(const clang::Stmt *stmt);

} // namespace kasane

// Tests: tests/diagnostics/nest_between_steps.c, tests/diagnostics/store_misses_axis.c
