// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heads of loops within a region that set further numbers. Those stand in front of the loop and at the end of its
// body, so that the head is the counter's alone:
//
//   for (c = 1, row = 1; c <= 2; c++, row = 3 - row)          row = 1;
//     nest                                             ->     for (c = 1; c <= 2; c++) { nest row = 3 - row; }
//
// In: a region with its calls expanded. What advances (p++, k += nx) stays in the head, for WalkingPointers. Only the
// first value of a coordinate doesn't (x = x0 beside x += dx). A head whose parts need each other stays, and so does
// that of a loop with a `continue`. The region's own loop is TimeHead's if it counts steps.
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void simplifyHeads(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane

// Tests: tests/kernels/c89_colours.c, tests/frontend/turning_heads.c
