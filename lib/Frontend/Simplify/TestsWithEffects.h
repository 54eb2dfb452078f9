// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests that change a variable, or end the step by an element, written as a statement that does and one that tests:
//
//   if (++it >= most) break;                  ->       ++it; if (it >= most) break;
//   if (it++ == most) ..                      ->       it++; if (it - 1 == most) ..
//   if ((err = sweep(u, v)) < eps) break;     ->       err = sweep(u, v); if (err < eps) break;
//   if ((b[i] = c * a[i]) > most) ..          ->       value = c * a[i]; b[i] = value; if (value > most) ..
//   if (u[c][c] > most) break;                ->       value = u[c][c]; if (value > most) break;
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void separateChanges(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/stores_in_tests.c, tests/kernels/conditions_sweep.c, tests/kernels/small_steps.c
