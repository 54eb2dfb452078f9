// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that each round of a loop makes from what the one before left, and that it looks at elsewhere, too:
//
//   for (i..) { st = 5 * st + 1; u[i] = st; }
//
// One that only collects, sum += u[i], isn't such a number.
#pragma once

#include "clang/AST/Stmt.h"

namespace kasane {

// Is there a loop in the statement that hands one on, and stores elements?
bool handsOn(const clang::Stmt *stmt);

} // namespace kasane

// Tests: tests/kernels/handed_on.c, tests/diagnostics/nest_between_steps.c
