// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// clang::RecursiveASTVisitor with virtual functions, instantiated in one file for all: an instantiation costs a
// compiler ten seconds.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

namespace kasane {

// Visits what the source says, each node ahead of those below it; types with their sizes and initial values too,
// implicit code not. Of a node, Visit functions are called from the most general one on.
// One that returns false ends the traversal.
class AstVisitor {
public:
  virtual ~AstVisitor() = default;

  // Has nothing ended the traversal?
  bool TraverseStmt(const clang::Stmt *stmt);
  bool TraverseDecl(const clang::Decl *decl);

  // false: neither the statement nor what is below it is visited, and the traversal goes on.
  virtual bool entersStmt(const clang::Stmt *) { return true; }
  // The same of a function that is no member of a class; the second comes behind what is below it.
  virtual bool entersFunction(const clang::FunctionDecl *) { return true; }
  virtual void leavesFunction() {}

  virtual bool VisitVarDecl(const clang::VarDecl *) { return true; }
  virtual bool VisitStmt(const clang::Stmt *) { return true; }
  virtual bool VisitForStmt(const clang::ForStmt *) { return true; }
  virtual bool VisitExpr(const clang::Expr *) { return true; }
  virtual bool VisitArraySubscriptExpr(const clang::ArraySubscriptExpr *) { return true; }
  virtual bool VisitBinaryOperator(const clang::BinaryOperator *) { return true; }
  virtual bool VisitCallExpr(const clang::CallExpr *) { return true; }
  virtual bool VisitCompoundLiteralExpr(const clang::CompoundLiteralExpr *) { return true; }
  virtual bool VisitDeclRefExpr(const clang::DeclRefExpr *) { return true; }
  virtual bool VisitImplicitCastExpr(const clang::ImplicitCastExpr *) { return true; }
  virtual bool VisitMemberExpr(const clang::MemberExpr *) { return true; }
  virtual bool VisitStmtExpr(const clang::StmtExpr *) { return true; }
  virtual bool VisitUnaryExprOrTypeTraitExpr(const clang::UnaryExprOrTypeTraitExpr *) { return true; }
  virtual bool VisitUnaryOperator(const clang::UnaryOperator *) { return true; }
};

} // namespace kasane

// Tests: tests/frontend/live.c, tests/frontend/functions.c, tests/kernels/threads2d.c
