// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elements of arrays with their subscripts, and what arrays are declared as.
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace kasane {

// f[q][j][i]: f; q, j, i.
struct Element {
  const clang::Expr *base;
  std::vector<const clang::Expr *> index;
};
Element elementOf(const clang::Expr *expr);

// The extents of an array of scalars, all of them numbers; none: it is something else.
std::vector<int64_t> extentsOf(const clang::ASTContext &ast, clang::QualType type);

bool isTable(const clang::ASTContext &ast, const clang::VarDecl *var); // `const int ex[3] = {..}`

// Does the value fall while the variable rises: n - 1 - g, -(g + 1)?
bool fallsWith(const clang::Expr *expr, const clang::VarDecl *var, bool isNegative = false);

// Does the index move with one of the counters, as that of a row's element? What an array holds there doesn't count.
bool goesOver(const clang::Stmt *index, const Variables &counters);

// i * 9 + q, 9 * i + q: q, 9 and i.
struct BesideProduct {
  const clang::VarDecl *var;
  int64_t number;
  const clang::Expr *of;
};
std::vector<BesideProduct> besideProducts(const clang::Expr *index, const clang::ASTContext &ast);

} // namespace kasane

// Tests: tests/frontend/own_arrays.c, tests/kernels/window_arrays.c
