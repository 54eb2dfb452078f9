// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers that a region changes and that no variable of the program's holds, but a struct, or what a pointer leads to.
// The readers see variables of the file with these texts for names:
//
//   g->time += g->dt; (*count)++;      ->      `g->time` += g->dt; `(*count)`++;
#pragma once

#include "Simplify/Inline.h"

namespace kasane {

void nameMembers(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion);

} // namespace kasane
