// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Chains.h"

#include "Ast/Effects.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

const clang::BinaryOperator *assignmentOf(const clang::Expr *expr) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr->IgnoreParenImpCasts());
  return op && op->isAssignmentOp() ? op : nullptr;
}

class Separator : public Cloner {
public:
  Separator(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *expression = llvm::dyn_cast<clang::Expr>(original);
    const clang::BinaryOperator *outer = expression ? assignmentOf(expression) : nullptr;
    if (!outer || !isChain(outer))
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    clang::Expr *value = valueOf(outer->getRHS(), stmts);
    stmts.push_back(assignment(outer, value));
    return block(stmts, original->getSourceRange());
  }

private:
  // Each value in it is a scalar that its statement alone makes, and each place can be said twice.
  bool isChain(const clang::BinaryOperator *outer) const {
    const clang::BinaryOperator *inner = assignmentOf(outer->getRHS());
    for (const clang::BinaryOperator *op = inner; op; op = assignmentOf(op->getRHS())) {
      const bool isRepeated = op->getOpcode() != clang::BO_Assign;
      if (!scalarTypeOf(ast_, op->getType()) || op->getLHS()->getType().isVolatileQualified() ||
          (isRepeated && op->getLHS()->HasSideEffects(ast_)))
        return false;
    }
    return inner != nullptr;
  }

  // The value of an operand of the chain; what makes it is in `stmts`.
  clang::Expr *valueOf(const clang::Expr *operand, std::vector<clang::Stmt *> &stmts) {
    if (!assignmentOf(operand))
      return expr(operand);
    if (const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(operand)) {
      clang::Expr *inner = valueOf(cast->getSubExpr(), stmts);
      return noted(clang::ImplicitCastExpr::Create(ast_, cast->getType(), cast->getCastKind(), inner, nullptr,
                                                   clang::VK_PRValue, {}));
    }
    if (const auto *paren = llvm::dyn_cast<clang::ParenExpr>(operand))
      return valueOf(paren->getSubExpr(), stmts);
    const auto *op = llvm::cast<clang::BinaryOperator>(operand);
    const clang::SourceLocation at = op->getBeginLoc();
    clang::Expr *value = valueOf(op->getRHS(), stmts);
    if (op->getOpcode() != clang::BO_Assign) {
      stmts.push_back(assignment(op, value));
      return rvalueOf(expr(op->getLHS()));
    }
    if (op->getRHS()->isEvaluatable(ast_)) { // a constant, which can be said twice
      stmts.push_back(assignment(op, value));
      return value;
    }
    const clang::QualType type = op->getType().getUnqualifiedType();
    auto *held = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("value"), type,
                                        ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    held->setInit(value);
    stmts.push_back(declare(held));
    stmts.push_back(assignment(op, rvalueOf(lvalueOf(held, at))));
    return rvalueOf(lvalueOf(held, at));
  }

  clang::Expr *assignment(const clang::BinaryOperator *op, clang::Expr *value) {
    clang::Expr *place = expr(op->getLHS());
    if (const auto *compound = llvm::dyn_cast<clang::CompoundAssignOperator>(op))
      return noted(clang::CompoundAssignOperator::Create(
          ast_, place, value, op->getOpcode(), op->getType(), op->getValueKind(), op->getObjectKind(),
          op->getOperatorLoc(), {}, compound->getComputationLHSType(), compound->getComputationResultType()));
    return noted(clang::BinaryOperator::Create(ast_, place, value, clang::BO_Assign, op->getType(), op->getValueKind(),
                                               op->getObjectKind(), op->getOperatorLoc(), {}));
  }
};

} // namespace

void separateChains(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Separator separator(ast, function, expansion);
  expansion.stmt = separator.stmt(expansion.stmt);
}

} // namespace kasane
