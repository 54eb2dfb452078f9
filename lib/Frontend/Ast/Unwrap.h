// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What stands under what says nothing about meaning: directives of OpenMP, attributes, loops that run once.
//
//   #pragma omp for         for (..) ..   ->   for (..) ..
//   do { s; } while (0);                  ->   { s; }
#pragma once

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace kasane {

// The loop under OpenMP directives and attributes, which say nothing about meaning.
const clang::Stmt *unwrap(const clang::Stmt *stmt);
bool isNothing(const clang::Stmt *stmt);                 // null, `;` and blocks of such
const clang::Stmt *bodyOf(const clang::Stmt *loop);      // null: no loop
const clang::Expr *testOf(const clang::Stmt *loop);      // null: no loop, or one without
const clang::StmtExpr *asGroup(const clang::Stmt *stmt); // of a statement that is ({ .. }) or (void)({ .. }); else null

} // namespace kasane

// Tests: tests/kernels/threads2d.c, tests/kernels/published_heat3d.c
