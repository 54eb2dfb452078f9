// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of integers of which a parity picks one half, as lattices have them whose rows are shifted in turn:
//
//   const int dx[2][6] = {..};
//   x + dx[y & 1][k]     ->     x + ((y & 1) ? dx[1][k] : dx[0][k])
//
// What a condition chooses can be followed in subscripts.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void chooseHalves(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/shifted_rows.c
