// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned variables of a cell that one test keeps inside, as the signed sums that they are:
//
//   unsigned yy = y + dy;
//   if (yy < h) s += u[yy * w + x];   ->   if ((unsigned)(y + dy) < h) s += u[(y + dy) * w + x];
//
// Where the sum is below zero, the variable has another value, which is beyond all arrays and all bounds. So that it is
// only tested or names elements. In: the region with its calls expanded. Others stay.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void signPlaces(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/unsigned_guards.c
