// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/OtherArms.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"
#include "Simplify/FixedLocals.h"

#include <algorithm>

namespace kasane {
namespace {

class Remover : public Cloner {
public:
  Remover(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), changes_(callees_, expansion.stmt),
        locals_(ast, expansion.stmt, expansion.made), leftOut_(expansion.leftOut), folded_(expansion.folded) {
    for (const auto &[place, code] : expansion.hostCode)
      changes_.addHostCode(code);
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    if (!branch || branch->getInit() || branch->hasVarStorage())
      return nullptr;
    const clang::Expr *condition = locals_.resolved(branch->getCond());
    if (clang::Expr::EvalResult known; condition->EvaluateAsInt(known, ast_) && !condition->HasSideEffects(ast_))
      return knownArm(branch, condition, known.Val.getInt().getBoolValue());
    if (!isAsked(condition))
      return nullptr;
    const size_t before = leftOut_.size();
    clang::Stmt *whenTrue = arm(branch, condition, true), *otherwise = arm(branch, condition, false);
    const clang::CallExpr *ofTrue = unknownIn(whenTrue), *ofOther = unknownIn(otherwise);
    const bool isIdle = !ofTrue && !ofOther && isNothing(whenTrue) != isNothing(otherwise) &&
                        movesPointer(isNothing(whenTrue) ? otherwise : whenTrue);
    const bool isTrue = isIdle ? isNothing(whenTrue) : ofTrue != nullptr; // the arm that goes
    if (!isIdle && (!ofTrue == !ofOther || !mayBeLeftOut(isTrue ? whenTrue : otherwise)))
      return copy(branch, whenTrue, otherwise);
    // With it goes what was left out of it.
    const auto isOfArm = [&](const LeftOut &one) { return one.under[under_.size()].second == isTrue; };
    leftOut_.erase(std::remove_if(leftOut_.begin() + static_cast<long>(before), leftOut_.end(), isOfArm),
                   leftOut_.end());
    leftOut_.push_back({condition, isTrue, isTrue ? ofTrue : ofOther, under_});
    clang::Stmt *rest = isTrue ? otherwise : whenTrue;
    return rest ? rest : noted(new (ast_) clang::NullStmt(branch->getBeginLoc()));
  }

private:
  // Numbers alone say which arm is taken, and the other one can't be read.
  clang::Stmt *knownArm(const clang::IfStmt *branch, const clang::Expr *condition, bool isTrue) {
    const clang::Stmt *other = isTrue ? branch->getElse() : branch->getThen();
    if (!other || !unknownIn(other) || !mayBeLeftOut(other))
      return nullptr;
    folded_.push_back(condition);
    clang::Stmt *taken = part(isTrue ? branch->getThen() : branch->getElse());
    return taken ? taken : noted(new (ast_) clang::NullStmt(branch->getBeginLoc()));
  }

  clang::Stmt *arm(const clang::IfStmt *branch, const clang::Expr *condition, bool isTrue) {
    under_.push_back({condition, isTrue});
    clang::Stmt *copied = part(isTrue ? branch->getThen() : branch->getElse());
    under_.pop_back();
    return copied;
  }

  clang::Stmt *copy(const clang::IfStmt *branch, clang::Stmt *whenTrue, clang::Stmt *otherwise) {
    if (whenTrue == branch->getThen() && otherwise == branch->getElse())
      return const_cast<clang::IfStmt *>(branch);
    return noted(clang::IfStmt::Create(ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                       const_cast<clang::Expr *>(branch->getCond()), branch->getLParenLoc(),
                                       branch->getRParenLoc(), whenTrue, branch->getElseLoc(), otherwise));
  }

  // Can the call ask for the condition before the region begins?
  bool isAsked(const clang::Expr *condition) const {
    return changes_.isFixed(condition) && !condition->HasSideEffects(ast_) &&
           !holds(condition, [&](const clang::Stmt *part) {
             const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
             const bool mayTrap = op && (op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Rem);
             return mayTrap || llvm::isa<clang::CallExpr>(part);
           });
  }

  // Which would have to be the same exchange in each step.
  static bool movesPointer(const clang::Stmt *arm) {
    return holds(arm, [](const clang::Stmt *part) {
      const clang::Expr *lhs = assignedIn(part);
      return lhs && lhs->getType()->isPointerType();
    });
  }

  static const clang::CallExpr *unknownIn(const clang::Stmt *arm) {
    const clang::CallExpr *found = nullptr;
    if (arm)
      holds(arm, [&](const clang::Stmt *part) {
        const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
        if (call && mathFunction(call).empty() && !isLibraryCopy(call))
          found = call;
        return found != nullptr;
      });
    return found;
  }

  Callees callees_;
  Changes changes_;
  FixedLocals locals_;
  std::vector<LeftOut> &leftOut_;
  std::vector<const clang::Expr *> &folded_;
  std::vector<std::pair<const clang::Expr *, bool>> under_; // conditions that hold here, or don't
};

} // namespace

void leaveOutArms(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = Remover(ast, function, expansion).stmt(expansion.stmt);
}

} // namespace kasane
