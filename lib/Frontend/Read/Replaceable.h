// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Definitions that another one may replace when the program is linked or loaded: weak ones, and those that a shared
// library shows. What the region takes from such a definition holds only where the program has come to use it, which
// the call asks.
//
//   __attribute__((weak)) double flux(double x) { return x; }     b[i] = flux(a[i]);  ->  guard: flux is this one
#pragma once

#include "Read/Expansion.h"
#include "Read/Reader.h"

namespace kasane {

bool mayBeReplaced(const clang::ASTContext &ast, const clang::NamedDecl *decl);

// Does nothing where it can't be replaced.
void guardReplaced(Reader &reader, const clang::NamedDecl *decl, SourceRange at);
void guardReplaced(Reader &reader, const std::vector<Called> &calls);

} // namespace kasane
