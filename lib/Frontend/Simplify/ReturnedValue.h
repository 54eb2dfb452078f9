// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A function's body without its returns: the statements up to the end, and the value.
//
//   if (x < 0) return 0;  s = x * x;  return s;    ->    if (x < 0) r = 0; else { s = x * x; r = s; }    value: r
#pragma once

#include "Simplify/Clone.h"

namespace kasane {

struct Tail {
  std::vector<clang::Stmt *> stmts;
  clang::Expr *value = nullptr;       // null: none
  const clang::Stmt *stuck = nullptr; // a return that is no last statement of a path
};

Tail tailOf(Cloner &cloner, const clang::ASTContext &ast, const clang::FunctionDecl *function, clang::Stmt *body);

} // namespace kasane

// Tests: tests/kernels/functions_cells.c, tests/kernels/functions_values.c
