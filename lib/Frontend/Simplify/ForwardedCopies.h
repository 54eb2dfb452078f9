// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of a scalar that are looked at only before the scalar is set anew, as the scalar itself:
//
//   d1 = m; d2 = x;                        d2 = x;
//   m = d1 >= d2 ? d1 : d2;        ->      m = m >= d2 ? m : d2;
//
// So what cells collect by way of a copy is seen to be collected.
// In: the region with its calls expanded. A copy of another type stays, and one that is read further down.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

// `region` as the file has it.
void forwardCopies(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                   Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/from_fortran.c
