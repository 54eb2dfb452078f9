// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lengths of the axes that a number of bytes or of elements is the product of, the slowest first.
//
//   memcpy(b, a, nx * ny * sizeof *a)      ny, nx, where the region's sums go by rows of nx: b[j * nx + i]
#pragma once

#include "Ast/Lengths.h"

namespace kasane {

class CopyLengths {
public:
  CopyLengths(const clang::ASTContext &ast, const clang::Stmt *function, const clang::Stmt *region)
      : ast_(ast), function_(function), region_(region) {}

  // The lengths of the rows below a pointer; returns what they hold.
  clang::QualType rowsOf(clang::QualType type, std::vector<Length> &rows) const;

  // All lengths that a number of bytes is the product of, for elements of that size.
  bool lengthsOf(const clang::Expr *bytes, int64_t size, std::vector<Length> &out) const;

  // Of each axis, the slowest first: what is left behind the rows', which the pointer's type has or the region's sums.
  // At most three, and a number of boxes in front of them.
  bool orderLengths(std::vector<Length> product, std::vector<Length> rows, const std::set<std::string> &arrays,
                    std::vector<Length> &out) const;

private:
  bool isFixed(const clang::VarDecl *var) const;
  bool isFixedValue(const clang::VarDecl *var, const clang::Expr *init) const;
  Length named(Length length) const;
  const clang::Expr *productIn(const clang::Expr *factor) const;

  const clang::ASTContext &ast_;
  const clang::Stmt *function_, *region_;
};

} // namespace kasane

// Tests: tests/kernels/copies3d.c, tests/kernels/copied_with_ghosts.c
