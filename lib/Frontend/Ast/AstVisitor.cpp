// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/AstVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

namespace kasane {
namespace {

class Forwarder : public clang::RecursiveASTVisitor<Forwarder> {
public:
  explicit Forwarder(AstVisitor &visitor) : visitor_(visitor) {}

  bool dataTraverseStmtPre(clang::Stmt *stmt) { return visitor_.entersStmt(stmt); }

  bool TraverseFunctionDecl(clang::FunctionDecl *function) {
    if (!visitor_.entersFunction(function))
      return true;
    const bool goesOn = RecursiveASTVisitor::TraverseFunctionDecl(function);
    visitor_.leavesFunction();
    return goesOn;
  }

  bool VisitVarDecl(clang::VarDecl *var) { return visitor_.VisitVarDecl(var); }
  bool VisitStmt(clang::Stmt *stmt) { return visitor_.VisitStmt(stmt); }
  bool VisitForStmt(clang::ForStmt *loop) { return visitor_.VisitForStmt(loop); }
  bool VisitExpr(clang::Expr *expr) { return visitor_.VisitExpr(expr); }
  bool VisitArraySubscriptExpr(clang::ArraySubscriptExpr *subscript) {
    return visitor_.VisitArraySubscriptExpr(subscript);
  }
  bool VisitBinaryOperator(clang::BinaryOperator *op) { return visitor_.VisitBinaryOperator(op); }
  bool VisitCallExpr(clang::CallExpr *call) { return visitor_.VisitCallExpr(call); }
  bool VisitCompoundLiteralExpr(clang::CompoundLiteralExpr *literal) {
    return visitor_.VisitCompoundLiteralExpr(literal);
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr *ref) { return visitor_.VisitDeclRefExpr(ref); }
  bool VisitImplicitCastExpr(clang::ImplicitCastExpr *cast) { return visitor_.VisitImplicitCastExpr(cast); }
  bool VisitMemberExpr(clang::MemberExpr *member) { return visitor_.VisitMemberExpr(member); }
  bool VisitStmtExpr(clang::StmtExpr *expr) { return visitor_.VisitStmtExpr(expr); }
  bool VisitUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr *expr) {
    return visitor_.VisitUnaryExprOrTypeTraitExpr(expr);
  }
  bool VisitUnaryOperator(clang::UnaryOperator *op) { return visitor_.VisitUnaryOperator(op); }

private:
  AstVisitor &visitor_;
};

} // namespace

bool AstVisitor::TraverseStmt(const clang::Stmt *stmt) {
  return Forwarder(*this).TraverseStmt(const_cast<clang::Stmt *>(stmt));
}

bool AstVisitor::TraverseDecl(const clang::Decl *decl) {
  return Forwarder(*this).TraverseDecl(const_cast<clang::Decl *>(decl));
}

} // namespace kasane
