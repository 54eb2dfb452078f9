// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that step their counter amid a round.
//
//   while (k < 4) { a(k); k++; if (c) continue; b(k); }  ->  for (; k < 4; k++) { a(k); if (c) continue; b(k + 1); }
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void stepAtEnd(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/rounds_in_cells.c
