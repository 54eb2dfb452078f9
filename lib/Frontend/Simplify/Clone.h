// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies of statements in which parameters stand for arguments and declared variables are new ones.
// What doesn't change is shared with the original. So are kinds of statements that the readers don't know,
// which the readers then refuse where the user wrote them.
#pragma once

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"

#include <map>
#include <set>

namespace kasane {

// What a variable of the original stands for in the copy: a variable of its own, a value, or the address of an object.
struct Substitute {
  clang::VarDecl *var = nullptr;
  clang::Expr *value = nullptr;
  clang::Expr *object = nullptr;
};

class Cloner {
public:
  // New variables belong to the function.
  Cloner(const clang::ASTContext &ast, std::set<const clang::Stmt *> &made,
         const clang::FunctionDecl *function = nullptr)
      : owner(const_cast<clang::FunctionDecl *>(function)), ast_(const_cast<clang::ASTContext &>(ast)), made_(made) {}
  virtual ~Cloner() = default;

  clang::Stmt *run(const clang::Stmt *region) { return part(region); } // copies all of it
  clang::Stmt *stmt(const clang::Stmt *original);
  clang::Expr *expr(const clang::Expr *original) {
    return original ? llvm::cast<clang::Expr>(stmt(original)) : nullptr;
  }
  clang::QualType type(clang::QualType original); // the sizes of variable-length arrays are copied

  // A variable of the copy; `init` has the variable's type already.
  clang::VarDecl *newVariable(const clang::VarDecl *like, clang::Expr *init);
  clang::Stmt *declare(clang::VarDecl *var);
  // A variable of the copy's own, with its first value; its declaration is appended.
  clang::VarDecl *declareNew(const std::string &name, clang::QualType type, int64_t first, clang::SourceLocation at,
                             std::vector<clang::Stmt *> &stmts);
  clang::Expr *lvalueOf(clang::VarDecl *var, clang::SourceLocation at);
  // for (long n = 0; n < end; n++) body, with a counter that has its first value.
  clang::Stmt *countTo(clang::Expr *end, clang::VarDecl *counter, clang::Stmt *body, clang::SourceRange range);
  // What the loop begins with, for another first value; one that the loop declares is a new variable then.
  clang::Stmt *beginAt(const clang::ForStmt *loop, clang::VarDecl *&counter, clang::Expr *first);
  clang::Expr *rvalueOf(clang::Expr *lvalue);
  clang::Expr *inParens(clang::Expr *inner); // if it is an operation
  clang::Expr *ofType(clang::Expr *integer, clang::QualType type);
  clang::Expr *combined(clang::BinaryOperatorKind kind, clang::Expr *left, clang::Expr *right, clang::QualType type);
  clang::Expr *number(int64_t value, clang::QualType integer, clang::SourceLocation at);
  clang::Expr *real(double value, clang::QualType type);                               // which has it
  clang::Expr *literal(int64_t value, clang::QualType type, clang::SourceLocation at); // floating ones, too
  // The same conversion, written out.
  clang::Expr *converted(clang::ImplicitCastExpr *cast);
  clang::Stmt *block(const std::vector<clang::Stmt *> &stmts, clang::SourceRange range);
  std::set<const clang::Stmt *> &made() { return made_; }
  template <class T> T *noted(T *node) {
    made_.insert(node);
    return node;
  }

  std::map<const clang::VarDecl *, Substitute> scope;
  bool renews = false; // declarations get new variables
  clang::DeclContext *owner;

protected:
  // What stands in the copy for a call: a copy. `used`: the value is used, so that an expression has to take its place.
  virtual clang::Stmt *call(const clang::CallExpr *original, bool /*used*/) { return copyCall(original); }
  // Told of each mention of a variable that stays what it is, and of each new variable.
  virtual void reference(const clang::DeclRefExpr *) {}
  virtual void declared(const clang::VarDecl *) {}
  // May change the statements of a block before they are copied.
  virtual void rewriteBlock(std::vector<const clang::Stmt *> &) {}
  // What stands in the copy for a statement within another, or for an expression; null: a copy of it.
  virtual clang::Stmt *instead(const clang::Stmt *) { return nullptr; }
  virtual clang::Expr *insteadOf(const clang::Expr *) { return nullptr; }
  // Appends what the copy declares in place of the variable; false: it declares one like it.
  virtual bool declareInstead(const clang::VarDecl *, std::vector<clang::Decl *> &) { return false; }
  clang::Stmt *copyCall(const clang::CallExpr *original);
  clang::Stmt *part(const clang::Stmt *original); // a statement within another

  clang::ASTContext &ast_;
  std::set<const clang::Stmt *> &made_;

private:
  clang::Stmt *copyExpr(const clang::Expr *original);
  clang::Stmt *copyOperator(const clang::Expr *original);
  clang::Stmt *copyLoop(const clang::Stmt *original);
  clang::Stmt *copyCast(const clang::CastExpr *cast);
  clang::Stmt *copyReference(const clang::DeclRefExpr *ref);
  clang::Stmt *copyList(const clang::InitListExpr *list);
  clang::Stmt *copyMember(const clang::MemberExpr *member);
  clang::Expr *memberOf(const clang::MemberExpr *member, clang::Expr *base, bool isArrow, clang::ExprValueKind kind);
  clang::Expr *memberOfValue(const clang::MemberExpr *member, clang::Expr *base);
  clang::Expr *elementOfValue(const clang::Expr *lvalue);
  clang::Expr *insideValue(clang::Expr *base, clang::QualType type,
                           llvm::function_ref<clang::Expr *(clang::Expr *)> inside);
  clang::Stmt *copyDeclarations(const clang::DeclStmt *decls);
  clang::Stmt *copyBlock(const clang::CompoundStmt *original, bool ofValue = false); // ({ ..; value; })
  clang::Stmt *copyIf(const clang::IfStmt *original);
  clang::Expr *objectBehind(const clang::Expr *pointer);
};

// Finds declared objects by the address that an argument gives: x of &x, else null.
const clang::Expr *addressedObject(const clang::Expr *pointer);

} // namespace kasane

// Tests: tests/frontend/functions.c, tests/kernels/functions_cells.c
