// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/ReturnedValue.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Exits.h"

#include "clang/AST/Decl.h"

namespace kasane {
namespace {

const clang::Stmt *returnIn(const clang::Stmt *stmt) {
  if (!stmt || llvm::isa<clang::ReturnStmt>(stmt))
    return stmt;
  for (const clang::Stmt *child : stmt->children())
    if (const clang::Stmt *found = returnIn(child))
      return found;
  return nullptr;
}

using List = std::vector<clang::Stmt *>;

// Calls that were written out are values by themselves.
bool assignsItself(const clang::Stmt *value) {
  return !llvm::isa<clang::StmtExpr>(value) && (assignedIn(value) || llvm::any_of(value->children(), [](auto *child) {
                                                  return child && assignsItself(child);
                                                }));
}

struct Structurer {
  Cloner &cloner;
  clang::ASTContext &ast;
  const clang::FunctionDecl *function;

  Tail read(List list) {
    Tail tail;
    while (!list.empty()) {
      clang::Stmt *first = list.front();
      list.erase(list.begin());
      if (auto *ret = llvm::dyn_cast<clang::ReturnStmt>(first)) {
        tail.value = ret->getRetValue() ? explicitly(ret->getRetValue()) : nullptr;
        if (tail.value && assignsItself(tail.value))
          tail.value = kept(tail);
        return tail;
      }
      if (!returnIn(first)) {
        tail.stmts.push_back(first);
      } else if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(first)) {
        list.insert(list.begin(), block->body_begin(), block->body_end());
      } else if (auto *branch = llvm::dyn_cast<clang::IfStmt>(first)) {
        return join(branch, std::move(tail), list);
      } else if (bodyOf(first)) {
        return afterLoop(first, std::move(tail), list);
      } else {
        tail.stuck = returnIn(first);
        return tail;
      }
    }
    return tail;
  }

  Tail join(clang::IfStmt *branch, Tail tail, const List &rest) {
    auto arm = [&](clang::Stmt *stmt) {
      List list = rest;
      if (stmt)
        list.insert(list.begin(), stmt);
      return read(list);
    };
    Tail whenTrue = arm(branch->getThen()), whenFalse = arm(branch->getElse());
    if (whenTrue.stuck || whenFalse.stuck)
      return whenTrue.stuck ? whenTrue : whenFalse;
    bool isValue = !function->getReturnType()->isVoidType();
    if (isValue && (!whenTrue.value || !whenFalse.value)) { // the end of a path without a return
      tail.stuck = branch;
      return tail;
    }
    if (isValue && whenTrue.stmts.empty() && whenFalse.stmts.empty()) {
      tail.value = cloner.noted(new (ast) clang::ConditionalOperator(
          branch->getCond(), branch->getIfLoc(), whenTrue.value, branch->getIfLoc(), whenFalse.value,
          whenTrue.value->getType(), clang::VK_PRValue, clang::OK_Ordinary));
      return tail;
    }
    if (isValue)
      tail.value = assignBoth(tail, whenTrue, whenFalse);
    tail.stmts.push_back(cloner.noted(clang::IfStmt::Create(
        ast, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr, branch->getCond(),
        branch->getLParenLoc(), branch->getRParenLoc(), cloner.block(whenTrue.stmts, branch->getSourceRange()),
        branch->getIfLoc(), cloner.block(whenFalse.stmts, branch->getSourceRange()))));
    return tail;
  }

  // A loop that may return sets what the rest looks at.
  Tail afterLoop(const clang::Stmt *loop, Tail tail, const List &rest) {
    const clang::QualType type = function->getReturnType().getUnqualifiedType();
    const bool isValue = !type->isVoidType();
    clang::VarDecl *value = nullptr;
    if (isValue && type->isArithmeticType())
      value = cloner.declareNew(function->getNameAsString(), type, 0, loop->getBeginLoc(), tail.stmts);
    clang::VarDecl *left = cloner.declareNew("left", ast.IntTy, 0, loop->getBeginLoc(), tail.stmts);
    clang::Stmt *without = isValue && !value ? nullptr : withoutReturns(ast, cloner.made(), loop, value, left);
    Tail behind = read(rest);
    if (!without || behind.stuck || (isValue && !behind.value)) {
      tail.stuck = behind.stuck ? behind.stuck : returnIn(loop);
      return tail;
    }
    tail.stmts.push_back(without);
    if (isValue)
      behind.stmts.push_back(
          cloner.combined(clang::BO_Assign, cloner.lvalueOf(value, loop->getEndLoc()), behind.value, type));
    clang::Expr *isLeft = cloner.rvalueOf(cloner.lvalueOf(left, loop->getEndLoc()));
    clang::Expr *goesOn =
        cloner.combined(clang::BO_EQ, isLeft, cloner.number(0, ast.IntTy, loop->getEndLoc()), ast.IntTy);
    const clang::SourceLocation at = loop->getBeginLoc();
    tail.stmts.push_back(
        cloner.noted(clang::IfStmt::Create(ast, at, clang::IfStatementKind::Ordinary, nullptr, nullptr, goesOn, at, at,
                                           cloner.block(behind.stmts, loop->getSourceRange()))));
    if (isValue)
      tail.value = cloner.rvalueOf(cloner.lvalueOf(value, loop->getEndLoc()));
    return tail;
  }

  // A variable with the value, where that assigns something.
  clang::Expr *kept(Tail &tail) {
    const clang::SourceLocation at = tail.value->getBeginLoc();
    const clang::QualType type = function->getReturnType().getUnqualifiedType();
    if (!type->isArithmeticType())
      return tail.value;
    clang::VarDecl *value = cloner.declareNew(function->getNameAsString(), type, 0, at, tail.stmts);
    tail.stmts.push_back(cloner.combined(clang::BO_Assign, cloner.lvalueOf(value, at), tail.value, type));
    return cloner.rvalueOf(cloner.lvalueOf(value, at));
  }

  // A variable that both arms set.
  clang::Expr *assignBoth(Tail &tail, Tail &whenTrue, Tail &whenFalse) {
    clang::SourceLocation at = whenTrue.value->getBeginLoc();
    clang::QualType type = function->getReturnType().getUnqualifiedType();
    clang::IdentifierInfo &name = ast.Idents.get(function->getNameAsString());
    auto *result = clang::VarDecl::Create(ast, cloner.owner, at, at, &name, type,
                                          ast.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    tail.stmts.push_back(cloner.declare(result));
    for (Tail *arm : {&whenTrue, &whenFalse})
      arm->stmts.push_back(cloner.noted(clang::BinaryOperator::Create(
          ast, cloner.lvalueOf(result, arm->value->getBeginLoc()), arm->value, clang::BO_Assign, type,
          clang::VK_PRValue, clang::OK_Ordinary, arm->value->getBeginLoc(), {})));
    return cloner.rvalueOf(cloner.lvalueOf(result, at));
  }

  // Conversions to the function's type are written out, so that the expression means the same where it stands.
  clang::Expr *explicitly(clang::Expr *value) {
    auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(value);
    return cast && cast->getCastKind() != clang::CK_LValueToRValue ? cloner.converted(cast) : value;
  }
};

} // namespace

Tail tailOf(Cloner &cloner, const clang::ASTContext &ast, const clang::FunctionDecl *function, clang::Stmt *body) {
  List list{body};
  if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(body)) // beside the parameters
    list.assign(block->body_begin(), block->body_end());
  return Structurer{cloner, const_cast<clang::ASTContext &>(ast), function}.read(std::move(list));
}

} // namespace kasane
