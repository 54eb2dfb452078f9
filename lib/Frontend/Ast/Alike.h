// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements that say the same. What they declare may have other names, and the sizes of variable-length arrays never
// change.
//
//   { float *t = u; u = v; v = t; }  and  { float *old = u; u = v; v = old; }      are alike
//   step(u, v);  and  step(v, u);                                                  are, but for what is in `chosen`
#pragma once

#include "Ast/Effects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"

#include <map>

namespace kasane {

class Comparison {
public:
  // `everywhere`: what the function around changes.
  Comparison(const clang::ASTContext &ast, const Effects &everywhere) : ast_(ast), everywhere_(everywhere) {}
  // Pointers in which the two may differ: where the first has this, the second has that.
  std::map<const clang::Expr *, const clang::Expr *> chosen;

  bool areAlike(const clang::Stmt *a, const clang::Stmt *b);

private:
  bool haveOneType(clang::QualType a, clang::QualType b);
  bool isSame(const clang::Expr *a, const clang::Expr *b) const;
  bool declareAlike(const clang::DeclStmt *a, const clang::DeclStmt *b);
  bool haveOneKind(const clang::Stmt *a, const clang::Stmt *b) const;
  bool childrenAreAlike(const clang::Stmt *a, const clang::Stmt *b);

  const clang::ASTContext &ast_;
  const Effects &everywhere_;
  std::map<const clang::VarDecl *, const clang::VarDecl *> names_; // of variables that the two declare
};

// { s; } and s are one statement. Null of null.
const clang::Stmt *bare(const clang::Stmt *stmt);

} // namespace kasane
