// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// By which lengths the subscripts of flat arrays go from row to row.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace kasane {

const clang::Expr *plain(const clang::Expr *expr); // without parentheses and conversions between integers
// The integer operation of one of these kinds; else null.
const clang::BinaryOperator *operation(const clang::Expr *expr, std::initializer_list<clang::BinaryOperatorKind> kinds);
void appendFactors(const clang::Expr *expr, std::vector<const clang::Expr *> &out); // of a product

// A number of elements: known, or the value of an expression.
struct Length {
  int64_t number = 0;
  const clang::Expr *expr = nullptr;
  bool operator==(const Length &other) const;
};

// Those of some arrays in the region, and how far in each stands: 2 for nx of (k * ny + j) * nx + i, more for ny.
// A product that is the whole range of the cells, k - nx + nx * ny, tells of no rows.
std::vector<std::pair<Length, int>> lengthsIn(const clang::ASTContext &ast, const clang::Stmt *region,
                                              const std::set<std::string> &arrays, const std::vector<Length> &range);

} // namespace kasane

// Tests: tests/kernels/copies2d.c, tests/kernels/copies3d.c, tests/kernels/flat_passes.c
