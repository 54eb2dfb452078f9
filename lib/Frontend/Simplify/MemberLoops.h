// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over the elements of a member array that go as far as a parameter says:
//
//   for (int q = 0; q < nq; q++) c->f[q] = ..      ->      for (int q = 0; q < 9; q++) if (q < nq) c->f[q] = ..
//
// where f has 9 elements, so that the loop can be written out (see Unroll.h). The call asks whether it goes no further.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void goThroughMembers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/struct_cells.c
