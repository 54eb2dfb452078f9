// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Integers that a region declares and gives one value: what they are in terms of what it doesn't declare.
//
//   if (lo < hi) { a = lo; b = hi; } else { a = hi; b = lo; }
//   wide = b + 1 - a;                       wide: ((lo < hi ? hi : lo)) + 1 - ((lo < hi ? lo : hi))
//
// In: a region with its calls expanded. Variables that are set anywhere else stay in the expression.
#pragma once

#include "Simplify/Clone.h"

namespace kasane {

class FixedLocals : private Cloner {
public:
  FixedLocals(const clang::ASTContext &ast, const clang::Stmt *region, std::set<const clang::Stmt *> &made);
  const clang::Expr *resolved(const clang::Expr *expr);

private:
  clang::Expr *insteadOf(const clang::Expr *expr) override;
  void readBlock(const clang::Stmt *block);
  void readStatement(const clang::Stmt *stmt);
  void readBranch(const clang::IfStmt *branch);
  clang::Expr *resolved(const clang::Expr *expr, int depth);

  std::map<const clang::VarDecl *, int> writes_;
  std::map<const clang::VarDecl *, clang::Expr *> values_;
};

} // namespace kasane

// Tests: tests/kernels/wrapping_helpers.c
