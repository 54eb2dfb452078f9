// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commas of expressions as statements, as programs have them that were translated from Fortran:
//
//   d1 = m, d2 = x;                       ->   d1 = m; d2 = x;
//   y = (d1 = u - v, fabs(d1)) + z;       ->   d1 = u - v; y = fabs(d1) + z;
//   if ((d1 = u - v, fabs(d1)) > eps) ..  ->   { d1 = u - v; if (fabs(d1) > eps) .. }
//
// In: the region with its calls expanded. A comma stays where its first part does more than to set a scalar that only
// its second part looks at, or where a condition decides whether it is reached.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void separateCommas(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/from_fortran.c
