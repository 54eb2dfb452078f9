// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How loops are written: their heads taken to pieces, without knowing what the values are.
//
//   for (i = lo; i < hi; i += 2)      counts i, which begins with lo and is stepped by 2
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <vector>

namespace kasane {

// for (i = lo; i < hi; i++) and its relatives.
struct LoopShape {
  const clang::VarDecl *var;
  const clang::Expr *first; // initial value; null: the variable's own
  const clang::Expr *limit;
  bool inclusive; // <= or >=
  int64_t step;
  std::vector<const clang::Expr *> tail; // further parts of `i++, tmp = A, ..`
  bool exact = false;                    // != or a bare value: it must not begin beyond the limit
  // The further conditions of `i < n && err > eps`. `limit` is null where a loop has such conditions only.
  std::vector<const clang::Expr *> also;
  // What the comparison adds to the variable and, second, takes away from it: i + r - 1 < n.
  std::vector<const clang::Expr *> added = {}, taken = {};
  bool isUnsigned = false; // the comparison is one of unsigned numbers
};
// The signed step of i++, i += c, i = i + c, or 0.
int64_t stepOf(const clang::Expr *expr, const clang::VarDecl *var, const clang::ASTContext &ast);
// The variable that a loop without an initialiser counts: its condition names it.
const clang::VarDecl *countedBy(const clang::ForStmt *loop);
// Variable and first value of `i = e` or `int i = e`.
bool readInit(const clang::Stmt *init, LoopShape &shape);
void splitAnd(const clang::Expr *expr, std::vector<const clang::Expr *> &parts); // of `a && b && c`, in order
// Does the loop itself change what it is tested against: k < m; k++, m--?
bool changesLimit(const clang::ForStmt *loop, const LoopShape &shape);
bool hasLoop(const clang::Stmt *stmt);
int loopsIn(const clang::Stmt *stmt);        // how many `for` loops stand in one another there
int nestsIn(const clang::Stmt *stmt);        // how many stand in no other one there
bool holdsContinue(const clang::Stmt *body); // of the loop whose body it is, not of one within it
// The expressions that assign the variable or take its address.
void collectWrites(const clang::Stmt *stmt, const clang::VarDecl *var, std::vector<const clang::Expr *> &writes);

} // namespace kasane

// Tests: tests/kernels/loop_heads.c, tests/kernels/decreasing.c, tests/diagnostics/loop_not_canonical.c
