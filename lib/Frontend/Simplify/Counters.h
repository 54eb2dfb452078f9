// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that count from step to step and enter subscripts, changed by one assignment each, so that the readers see
// how:
//
//   cur++;                                  cur = cur + 1 == 3 ? 0 : cur + 1;
//   if (cur == 3)                    ->
//     cur = 0;
//   int next = cur + 1;                     int next = cur + 1 > 2 ? 0 : cur + 1;
//   if (next > 2) next = 0;
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void joinChanges(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane
