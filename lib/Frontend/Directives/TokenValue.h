// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The value of a directive's words, such as `2 * nx + 1`: numbers, + - * /, parentheses, variables, their members
// (g.nx, p->nx) and enumerators as they are visible where the region begins (macros are expanded already).
#pragma once

#include "Read/Reader.h"

#include "kasane/Frontend/Directives.h"

namespace kasane {

struct TokenScope {
  const clang::FunctionDecl *function;
  size_t offset; // of the region
  std::set<const clang::Stmt *> &made;
};

// The innermost declaration of the name at this place of the function; null: there is none.
const clang::ValueDecl *visibleAt(const clang::ASTContext &ast, const clang::FunctionDecl *function, size_t offset,
                                  const std::string &name);

// A polynomial in the region's parameters; new ones are added to the draft. nullopt (silent): it has none.
std::optional<Poly> valueOf(Reader &reader, const TokenScope &scope, const std::vector<DirectiveToken> &tokens);

} // namespace kasane

// Tests: tests/frontend/published.c, tests/kernels/published_himeno.c, tests/diagnostics/malformed_size.c
