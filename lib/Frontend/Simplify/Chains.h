// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments whose value is assigned on, written as statements of their own.
// The value has the type of what it was stored in:
//
//   u[j][0] = u[j][nx - 1] = 0;      ->      { u[j][nx - 1] = 0; u[j][0] = 0; }
//   v[j] = u[j] = c * w[j];          ->      { double value = c * w[j]; u[j] = value; v[j] = value; }
//   a = b += 2;                      ->      { b += 2; a = b; }
//   q[0] = q[1] = q[2];              ->      { q[1] = q[2]; q[0] = q[2]; }, elements or structs
//
// So are those in an expression, where nothing else in it has an effect, nor looks at what they set:
//
//   int r = (*s = *s * 3) >> 4;      ->      *s = *s * 3; int r = *s >> 4;
//
// Those under conditions stay what they are, and assignments of structs in other expressions.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void separateChains(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/edges_square.c, tests/kernels/assigned_values.c, tests/kernels/chained_copies.c
