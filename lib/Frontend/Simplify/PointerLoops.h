// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops to a pointer become loops that count their rounds, where the two pointers are one array plus numbers.
//
//   for (p = a; p < a + n; p++) *p *= w;    ->    p = a; for (long k = 0; k < n; k++) { *p *= w; p++; }
//   end = a + n; while (p < end) *p++ = 0;  ->    for (long k = 0; k < n; k++) *p++ = 0;
#pragma once

#include "Read/Expansion.h"

#include "clang/AST/ASTContext.h"

namespace kasane {

void countPointers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/frontend/pointer_loops.c, tests/kernels/pointer_loops.c
