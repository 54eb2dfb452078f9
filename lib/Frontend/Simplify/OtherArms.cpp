// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/OtherArms.h"

#include "Ast/Callees.h"
#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Remover : public Cloner {
public:
  Remover(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made), changes_(callees_, expansion.stmt), leftOut_(expansion.leftOut) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    if (!branch || branch->getInit() || branch->hasVarStorage() || !isAsked(branch->getCond()))
      return nullptr;
    clang::Stmt *whenTrue = part(branch->getThen()), *otherwise = part(branch->getElse());
    const clang::CallExpr *ofTrue = unknownIn(whenTrue), *ofOther = unknownIn(otherwise);
    const bool isTrue = ofTrue != nullptr; // the arm that goes
    if ((ofTrue && ofOther) || (!ofTrue && !ofOther) || !mayBeLeftOut(isTrue ? whenTrue : otherwise))
      return nullptr;
    leftOut_.push_back({branch->getCond(), isTrue, isTrue ? ofTrue : ofOther});
    clang::Stmt *rest = isTrue ? otherwise : whenTrue;
    return rest ? rest : noted(new (ast_) clang::NullStmt(branch->getBeginLoc()));
  }

private:
  // Can the call ask for the condition before the region begins?
  bool isAsked(const clang::Expr *condition) const {
    return changes_.isFixed(condition) && !condition->HasSideEffects(ast_) &&
           !holds(condition, [&](const clang::Stmt *part) {
             const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
             const bool mayTrap = op && (op->getOpcode() == clang::BO_Div || op->getOpcode() == clang::BO_Rem);
             return mayTrap || llvm::isa<clang::CallExpr>(part);
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
  std::vector<LeftOut> &leftOut_;
};

} // namespace

void leaveOutArms(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = Remover(ast, function, expansion).stmt(expansion.stmt);
}

} // namespace kasane
