// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/EmptyNests.h"

#include "Ast/Unwrap.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Remover : public Cloner {
public:
  std::vector<const clang::Expr *> folded;
  bool hasLeftOut = false; // loops that do nothing, and folded ones

  Remover(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), probe_(ast, silent_, none_, none_), hostCode_(expansion.hostCode) {}

protected:
  // A variable that outlives its loop has the loop's last value, so that such loops stay.
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(original))
      return knownArm(branch);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    if (!loop || !llvm::isa_and_nonnull<clang::DeclStmt>(loop->getInit()) || !loop->getCond())
      return nullptr;
    const std::optional<Trips> trips = tripsOf(probe_, loop);
    if (trips && trips->count == 0) {
      const std::optional<LoopShape> shape = loopShape(probe_, loop);
      folded.insert(folded.end(), {shape->first, shape->limit});
      return nothing(loop);
    }
    clang::Stmt *copy = stmt(loop);
    const auto *inner = llvm::cast<clang::ForStmt>(copy);
    if (!isNothing(inner->getBody()) || inner->getCond()->HasSideEffects(ast_) || isHosts(inner->getBody()))
      return copy;
    const std::optional<LoopShape> shape = loopShape(probe_, inner);
    return shape && shape->tail.empty() && shape->also.empty() ? nothing(loop) : copy;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *group = llvm::dyn_cast<clang::StmtExpr>(original);
    return group && group == opened_
               ? const_cast<clang::Expr *>(llvm::cast<clang::Expr>(group->getSubStmt()->body_back()))
               : nullptr;
  }

private:
  // The arm that is taken where a number says which one, or where both are empty; null: none does.
  clang::Stmt *knownArm(const clang::IfStmt *branch) {
    clang::Expr::EvalResult number;
    if (branch->getInit() || branch->hasVarStorage())
      return nullptr;
    if (const clang::StmtExpr *group = groupIn(branch->getCond()))
      return armBehind(branch, group);
    if (branch->getCond()->HasSideEffects(ast_))
      return nullptr;
    if (isNothing(branch->getThen()) && isNothing(branch->getElse()) && !isHosts(branch))
      return nothing(branch);
    if (!branch->getCond()->EvaluateAsInt(number, ast_))
      return nullptr;
    const bool holds = number.Val.getInt().getBoolValue();
    const clang::Stmt *taken = holds ? branch->getThen() : branch->getElse();
    const clang::Stmt *other = holds ? branch->getElse() : branch->getThen();
    if (other && isHosts(other))
      return nullptr;
    folded.push_back(branch->getCond());
    return taken ? part(taken) : nothing(branch);
  }

  // if (({ ..; 0; }) != 0): a function that was written out, of which a number comes back.
  const clang::StmtExpr *groupIn(const clang::Expr *condition) const {
    condition = condition->IgnoreParenImpCasts();
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(condition))
      return unary->getOpcode() == clang::UO_LNot ? groupIn(unary->getSubExpr()) : nullptr;
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(condition);
    if (binary && binary->isComparisonOp() && binary->getRHS()->isEvaluatable(ast_))
      return groupIn(binary->getLHS());
    const auto *group = llvm::dyn_cast<clang::StmtExpr>(condition);
    const auto *value = group ? llvm::dyn_cast<clang::Expr>(group->getSubStmt()->body_back()) : nullptr;
    return value && value->getType()->isIntegerType() && value->isEvaluatable(ast_) ? group : nullptr;
  }

  clang::Stmt *armBehind(const clang::IfStmt *branch, const clang::StmtExpr *group) {
    const clang::CompoundStmt *inner = group->getSubStmt();
    std::vector<clang::Stmt *> stmts;
    for (const clang::Stmt *child : inner->body())
      if (child != inner->body_back())
        stmts.push_back(part(child));
    opened_ = group;
    clang::Expr *condition = expr(branch->getCond());
    opened_ = nullptr;
    clang::Stmt *rest = knownArm(clang::IfStmt::Create(
        ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr, condition, branch->getLParenLoc(),
        branch->getRParenLoc(), const_cast<clang::Stmt *>(branch->getThen()), branch->getElseLoc(),
        const_cast<clang::Stmt *>(branch->getElse())));
    if (!rest)
      return nullptr;
    stmts.push_back(rest);
    return block(stmts, branch->getSourceRange());
  }

  clang::Stmt *nothing(const clang::Stmt *at) {
    hasLeftOut = true;
    return noted(new (ast_) clang::NullStmt(at->getBeginLoc()));
  }
  bool isHosts(const clang::Stmt *body) const {
    return holds(body, [&](const clang::Stmt *part) { return hostCode_.count(part) > 0; });
  }

  const clang::StmtExpr *opened_ = nullptr; // stands for its value
  Diagnostics silent_;
  const Effects none_;
  Reader probe_;
  const HostCodeAt &hostCode_;
};

} // namespace

void leaveOutEmpty(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Remover remover(ast, function, expansion);
  const clang::Stmt *copy = remover.stmt(expansion.stmt);
  const clang::Stmt *body = bodyOf(copy) ? bodyOf(copy) : copy;
  if ((remover.folded.empty() && !remover.hasLeftOut) || !hasLoop(body))
    return;
  expansion.stmt = copy;
  expansion.folded.insert(expansion.folded.end(), remover.folded.begin(), remover.folded.end());
}

} // namespace kasane
