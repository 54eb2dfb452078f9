// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/ResetAtEnd.h"

#include "Ast/Effects.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

using Parts = llvm::ArrayRef<clang::Stmt *>;

Parts childrenIn(const clang::Stmt *body) {
  const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
  return block ? Parts(const_cast<clang::CompoundStmt *>(block)->body_begin(), block->size()) : Parts();
}

// May something in the round end it before its last statement?
bool mayEndEarly(const clang::Stmt *stmt, bool inLoop = false, bool inSwitch = false) {
  if (llvm::isa<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt, clang::LabelStmt>(stmt) ||
      (llvm::isa<clang::ContinueStmt>(stmt) && !inLoop) || (llvm::isa<clang::BreakStmt>(stmt) && !inLoop && !inSwitch))
    return true;
  inLoop |= bodyOf(stmt) != nullptr;
  inSwitch |= llvm::isa<clang::SwitchStmt>(stmt);
  return llvm::any_of(stmt->children(),
                      [&](const clang::Stmt *child) { return child && mayEndEarly(child, inLoop, inSwitch); });
}

class Setter : public Cloner {
public:
  Setter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), function_(function), region_(expansion.stmt),
        declared_(effectsOf(expansion.stmt).declared) {}

  clang::Stmt *run() { return part(region_); }
  bool hasSet = false;

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    const clang::Stmt *body = loop ? unwrap(loop->getBody()) : nullptr;
    std::vector<clang::Stmt *> stmts;
    for (const clang::Stmt *child : body ? childrenIn(body) : Parts())
      if (const clang::VarDecl *var = variableSetIn(child); var && isSet(loop, var, child))
        stmts.push_back(const_cast<clang::Stmt *>(child));
    if (stmts.empty())
      return nullptr;
    hasSet = true;
    for (const clang::Stmt *child : childrenIn(body))
      stmts.push_back(part(child));
    return noted(new (ast_) clang::ForStmt(
        ast_, const_cast<clang::Stmt *>(loop->getInit()), const_cast<clang::Expr *>(loop->getCond()), nullptr,
        const_cast<clang::Expr *>(loop->getInc()), block(stmts, body->getSourceRange()), loop->getForLoc(),
        loop->getLParenLoc(), loop->getRParenLoc()));
  }

private:
  // x of `x = 0`.
  const clang::VarDecl *variableSetIn(const clang::Stmt *stmt) const {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    const clang::VarDecl *var = op && op->getOpcode() == clang::BO_Assign ? variableOf(op->getLHS()) : nullptr;
    const bool isOwn = var && var->hasLocalStorage() && !llvm::isa<clang::ParmVarDecl>(var) &&
                       !var->getType().isVolatileQualified() && scalarTypeOf(ast_, var->getType());
    return isOwn && valueOf(op->getRHS()) ? var : nullptr;
  }

  std::optional<clang::APValue> valueOf(const clang::Expr *expr) const {
    clang::Expr::EvalResult result;
    const bool isKnown = !expr->isValueDependent() && expr->EvaluateAsRValue(result, ast_) && !result.HasSideEffects &&
                         (result.Val.isInt() || result.Val.isFloat());
    return isKnown ? std::optional(result.Val) : std::nullopt;
  }

  bool isSame(const clang::Expr *expr, const clang::Expr *value) const {
    const std::optional<clang::APValue> a = valueOf(expr), b = valueOf(value);
    if (!a || !b || a->isInt() != b->isInt())
      return false;
    return a->isInt() ? llvm::APSInt::isSameValue(a->getInt(), b->getInt())
                      : &a->getFloat().getSemantics() == &b->getFloat().getSemantics() &&
                            a->getFloat().bitwiseIsEqual(b->getFloat());
  }

  // Is the variable this number where each round of the loop begins, and does one read it before it is set?
  bool isSet(const clang::ForStmt *loop, const clang::VarDecl *var, const clang::Stmt *set) const {
    const clang::Expr *value = llvm::cast<clang::BinaryOperator>(set)->getRHS();
    const clang::Stmt *whole = declared_.count(var) ? region_ : function_->getBody();
    const bool isNew = !var->getInit() || isSame(var->getInit(), value); // without a value nobody may read it
    return isNew && isLeft(loop->getBody(), var, value) && isReadFirst(unwrap(loop->getBody()), var, ast_) &&
           !mentions(loop->getCond(), var) && !(loop->getInc() && mentions(loop->getInc(), var)) &&
           !takesAddress(whole, var) && leavesValue(whole, var, value);
  }

  // Where each round ends, however it goes.
  bool isLeft(const clang::Stmt *body, const clang::VarDecl *var, const clang::Expr *value) const {
    body = unwrap(body);
    const Parts parts = childrenIn(body);
    for (size_t n = parts.size(); n-- > 0;) {
      if (!mentions(parts[n], var))
        continue;
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(parts[n]);
      return op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var &&
             isSame(op->getRHS(), value) && !mayEndEarly(body);
    }
    return false;
  }

  // Does all that sets it give it this number in the end?
  bool leavesValue(const clang::Stmt *stmt, const clang::VarDecl *var, const clang::Expr *value) const {
    stmt = unwrap(stmt);
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    if (op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var)
      return isSame(op->getRHS(), value);
    if (assignedIn(stmt) && variableOf(assignedIn(stmt)) == var)
      return false;
    if (const clang::Stmt *body = bodyOf(stmt); body && isLeft(body, var, value))
      return true;
    return llvm::all_of(stmt->children(),
                        [&](const clang::Stmt *child) { return !child || leavesValue(child, var, value); });
  }

  const clang::FunctionDecl *function_;
  const clang::Stmt *region_;
  const Variables declared_;
};

} // namespace

void setAtBeginning(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Setter setter(ast, function, expansion);
  clang::Stmt *copy = setter.run();
  if (setter.hasSet)
    expansion.stmt = copy;
}

} // namespace kasane
