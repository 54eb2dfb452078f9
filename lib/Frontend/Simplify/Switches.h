// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that choose among others, as the `if` that they stand for:
//
//   switch (k) { case 0: A; break; case 1: B; case 2: C; break; default: D; }
//     ->   if (k == 0) A; else if (k == 1) { B; C; } else if (k == 2) C; else D;
//   switch (f(x)) { .. }      ->   { int s = f(x); if (s == ..) .. }
//   c ? f(a) : g(a);          ->   if (c) f(a); else g(a);
//   c && (f(a), 1);           ->   if (c) (f(a), 1);
//
// What a case falls through to is written again for it. The statements themselves are the original's.
#pragma once

#include "Simplify/Clone.h"

namespace kasane {

// Null: a label stands inside of another statement, or too much would be written again.
clang::Stmt *switchAsIfs(Cloner &cloner, clang::ASTContext &ast, const clang::SwitchStmt *choice);

// Of an expression that is a statement; null: it is none of these.
clang::Stmt *selectionAsIf(Cloner &cloner, clang::ASTContext &ast, const clang::Expr *statement);

} // namespace kasane
