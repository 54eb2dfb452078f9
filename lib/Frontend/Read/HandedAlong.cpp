// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/HandedAlong.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"

namespace kasane {
namespace {

// The variable, and those that the statement makes of it.
Variables madeOf(const clang::VarDecl *var, const clang::Stmt *stmt) {
  Variables made = {var};
  const auto note = [&](const clang::VarDecl *to, const clang::Expr *value) {
    return to && value && !made.count(to) &&
           llvm::any_of(Variables(made), [&](const clang::VarDecl *from) { return mentions(value, from); }) &&
           made.insert(to).second;
  };
  const auto notesOne = [&](const clang::Stmt *part) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
    const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part);
    return (op && op->isAssignmentOp() && note(variableOf(op->getLHS()), op->getRHS())) ||
           (decls && llvm::any_of(decls->decls(), [&](const clang::Decl *decl) {
              const auto *own = llvm::dyn_cast<clang::VarDecl>(decl);
              return own && note(own, own->getInit());
            }));
  };
  while (holds(stmt, notesOne))
    ;
  return made;
}

// Is it read elsewhere than where it gets a value?
bool isReadBeside(const clang::Stmt *stmt, const clang::VarDecl *var) {
  const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
  const clang::Expr *lhs = assignedIn(stmt);
  return (expr && variableOf(expr) == var) ||
         (!(lhs && variableOf(lhs) == var) &&
          llvm::any_of(stmt->children(), [&](const clang::Stmt *child) { return child && isReadBeside(child, var); }));
}

} // namespace

bool handsOn(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *loop) {
    const Effects effects = bodyOf(loop) ? effectsOf(loop) : Effects();
    return !effects.storedKeys.empty() && holds(bodyOf(loop), [&](const clang::Stmt *part) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
      const clang::VarDecl *var = op && op->isAssignmentOp() ? variableOf(op->getLHS()) : nullptr;
      if (!var || !var->getType()->isArithmeticType() || effects.declared.count(var) ||
          effects.storeSubscripts.count(var) || !isReadBeside(bodyOf(loop), var))
        return false;
      const Variables made = madeOf(var, bodyOf(loop));
      return op->isCompoundAssignmentOp() ||
             llvm::any_of(made, [&](const clang::VarDecl *from) { return mentions(op->getRHS(), from); });
    });
  });
}

} // namespace kasane
