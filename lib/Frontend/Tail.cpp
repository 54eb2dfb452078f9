// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tail.h"

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
        return tail;
      }
      if (!returnIn(first)) {
        tail.stmts.push_back(first);
      } else if (auto *block = llvm::dyn_cast<clang::CompoundStmt>(first)) {
        list.insert(list.begin(), block->body_begin(), block->body_end());
      } else if (auto *branch = llvm::dyn_cast<clang::IfStmt>(first)) {
        return join(branch, std::move(tail), list);
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
  return Structurer{cloner, const_cast<clang::ASTContext &>(ast), function}.read({body});
}

} // namespace kasane
