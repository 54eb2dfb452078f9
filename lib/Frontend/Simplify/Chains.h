// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Assignments whose value is assigned on, written as statements of their own. The value has the type of what it was
// stored in:
//
//   u[j][0] = u[j][nx - 1] = 0;      ->      { u[j][nx - 1] = 0; u[j][0] = 0; }
//   v[j] = u[j] = c * w[j];          ->      { double value = c * w[j]; u[j] = value; v[j] = value; }
//   a = b += 2;                      ->      { b += 2; a = b; }
//
// Assignments of structs and those under conditions stay what they are.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void separateChains(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane
