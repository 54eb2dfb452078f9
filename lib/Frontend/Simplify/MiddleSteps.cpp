// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/MiddleSteps.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

// Does it leave the loop around before that is tested again?
bool endsEarly(const clang::Stmt *stmt) {
  return holds(stmt, [](const clang::Stmt *part) {
    return llvm::isa<clang::BreakStmt, clang::GotoStmt, clang::ReturnStmt, clang::LabelStmt>(part);
  });
}

class StepMover : public Cloner {
public:
  StepMover(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::WhileStmt>(original);
    const auto *body = loop && !loop->hasVarStorage() ? llvm::dyn_cast<clang::CompoundStmt>(loop->getBody()) : nullptr;
    const auto step = body ? llvm::find_if(body->body(), [&](const clang::Stmt *stmt) { return isStep(loop, stmt); })
                           : clang::CompoundStmt::const_body_iterator();
    if (!body || step == body->body_end() || *step == body->body_back())
      return nullptr;
    const auto *op = llvm::cast<clang::UnaryOperator>(*step);
    const clang::VarDecl *var = variableOf(op->getSubExpr());
    const std::vector<const clang::Stmt *> before(body->body_begin(), step), behind(step + 1, body->body_end());
    if (llvm::any_of(before, holdsContinue) || llvm::any_of(behind, endsEarly))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    for (const clang::Stmt *stmt : before)
      stmts.push_back(part(stmt));
    clang::Expr *goesOn = expr(loop->getCond()), *atEnd = expr(op);
    const clang::SourceLocation at = op->getBeginLoc();
    const clang::QualType type = var->getType().getUnqualifiedType();
    const auto kind = op->isIncrementOp() ? clang::BO_Add : clang::BO_Sub;
    const auto outside = scope.find(var);
    const std::optional<Substitute> renamed = outside == scope.end() ? std::nullopt : std::optional(outside->second);
    clang::Expr *stepped = combined(kind, rvalueOf(expr(op->getSubExpr())), number(1, type, at), type);
    scope[var] = {nullptr, inParens(stepped), nullptr};
    for (const clang::Stmt *stmt : behind)
      stmts.push_back(part(stmt));
    scope.erase(var);
    if (renamed)
      scope[var] = *renamed;
    return noted(new (ast_) clang::ForStmt(ast_, nullptr, goesOn, nullptr, atEnd, block(stmts, body->getSourceRange()),
                                           loop->getWhileLoc(), loop->getWhileLoc(), loop->getEndLoc()));
  }

private:
  // The one change of what the test asks for, in a loop over cells or numbers.
  bool isStep(const clang::WhileStmt *loop, const clang::Stmt *stmt) const {
    const auto *op = llvm::dyn_cast<clang::UnaryOperator>(stmt);
    const clang::VarDecl *var = op && op->isIncrementDecrementOp() ? variableOf(op->getSubExpr()) : nullptr;
    if (!var || !mentions(loop->getCond(), var) || !var->getType()->isIntegerType() ||
        ast_.getTypeSize(var->getType()) < ast_.getTypeSize(ast_.IntTy) || takesAddress(loop, var) ||
        (hasLoop(loop->getBody()) && !effects_.wrappedSubscripts.count(var)))
      return false;
    std::vector<const clang::Expr *> writes;
    collectWrites(loop, var, writes);
    return writes.size() == 1;
  }

  const Effects effects_;
};

} // namespace

void stepAtEnd(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  if (holds(expansion.stmt, [](const clang::Stmt *part) { return llvm::isa<clang::WhileStmt>(part); }))
    expansion.stmt = StepMover(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
