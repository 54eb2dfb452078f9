// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Counters.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

constexpr size_t kMaxChanges = 4; // each may double what is written

// What a variable holds behind statements that change nothing else.
class Change : public Cloner {
public:
  Change(const clang::ASTContext &ast, const clang::VarDecl *var, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made), var_(var) {
    set(rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), var->getLocation())));
  }

  clang::Expr *value() const { return scope.at(var_).value; }
  void set(clang::Expr *value) { scope[var_] = {nullptr, value, nullptr}; }
  void setMade(clang::Expr *value) {
    set(noted(new (ast_) clang::ParenExpr(value->getBeginLoc(), value->getEndLoc(), value)));
  }

  // False: the statement does something else, or does it in another way.
  bool add(const clang::Stmt *stmt) {
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      return !block->body_empty() &&
             std::all_of(block->body_begin(), block->body_end(), [&](const clang::Stmt *part) { return add(part); });
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt))
      return addBranch(branch);
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    const clang::Expr *bare = expr ? expr->IgnoreParens() : nullptr;
    if (const auto *step = stepOf(bare))
      return addStep(step), true;
    const auto *op = bare ? llvm::dyn_cast<clang::BinaryOperator>(bare) : nullptr;
    if (!op || !op->isAssignmentOp() || variableOf(op->getLHS()) != var_ || op->getRHS()->HasSideEffects(ast_))
      return false;
    const bool isWhole = op->getOpcode() == clang::BO_Assign;
    if (!isWhole && !ast_.hasSameUnqualifiedType(op->getRHS()->getType(), var_->getType()))
      return false;
    clang::Expr *right = this->expr(op->getRHS());
    setMade(isWhole ? right : binary(clang::BinaryOperator::getOpForCompoundAssignment(op->getOpcode()), right));
    return true;
  }

private:
  const clang::UnaryOperator *stepOf(const clang::Expr *expr) const {
    const auto *op = expr ? llvm::dyn_cast<clang::UnaryOperator>(expr) : nullptr;
    return op && op->isIncrementDecrementOp() && variableOf(op->getSubExpr()) == var_ ? op : nullptr;
  }

  clang::Expr *binary(clang::BinaryOperatorKind kind, clang::Expr *right) {
    return combined(kind, value(), right, var_->getType().getUnqualifiedType());
  }

  void addStep(const clang::UnaryOperator *step) {
    const clang::QualType type = var_->getType().getUnqualifiedType();
    const llvm::APInt one(static_cast<unsigned>(ast_.getTypeSize(type)), 1);
    clang::Expr *right = noted(clang::IntegerLiteral::Create(ast_, one, type, step->getBeginLoc()));
    setMade(binary(step->isIncrementOp() ? clang::BO_Add : clang::BO_Sub, right));
  }

  bool addBranch(const clang::IfStmt *branch) {
    clang::Expr *condition = branch->getInit() || branch->hasVarStorage() || branch->getCond()->HasSideEffects(ast_)
                                 ? nullptr
                                 : expr(branch->getCond());
    if (!condition)
      return false;
    clang::Expr *before = value();
    if (!add(branch->getThen()))
      return false;
    clang::Expr *then = value();
    set(before);
    if (branch->getElse() && !add(branch->getElse()))
      return false;
    setMade(noted(new (ast_) clang::ConditionalOperator(condition, branch->getIfLoc(), then, branch->getIfLoc(),
                                                        value(), var_->getType().getUnqualifiedType(),
                                                        clang::VK_PRValue, clang::OK_Ordinary)));
    return true;
  }

  const clang::VarDecl *var_;
};

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {
    find(expansion.stmt);
  }
  bool hasFound() const { return !joined_.empty(); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    auto it = joined_.find(original);
    if (it == joined_.end())
      return nullptr;
    const auto &[var, value] = it->second;
    if (!value)
      return noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    if (llvm::isa<clang::DeclStmt>(original)) {
      clang::VarDecl *own = newVariable(var, expr(value));
      scope[var] = {own, nullptr, nullptr};
      return declare(own);
    }
    const clang::SourceLocation at = original->getBeginLoc();
    return stmt(combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(var), at), value,
                         var->getType().getUnqualifiedType()));
  }

private:
  void find(const clang::Stmt *stmt) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    if (loop && loop->getInit() && readInit(loop->getInit(), shape) && effects_.storeSubscripts.count(shape.var))
      return; // in cells the readers follow each statement
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(stmt))
      for (auto at = block->body_begin(); at != block->body_end();)
        at += static_cast<std::ptrdiff_t>(std::max<size_t>(1, join({at, block->body_end()})));
    for (const clang::Stmt *child : stmt->children())
      if (child && !joined_.count(child))
        find(child);
  }

  // The variable that the statement declares or changes, if it is one of those meant here.
  const clang::VarDecl *changedBy(const clang::Stmt *stmt) const {
    const clang::VarDecl *var = nullptr;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      var = decls->isSingleDecl() ? llvm::dyn_cast<clang::VarDecl>(decls->getSingleDecl()) : nullptr;
      var = var && var->getInit() && !var->isStaticLocal() && !var->getInit()->HasSideEffects(ast_) ? var : nullptr;
    } else {
      const std::set<const clang::VarDecl *> all = effectsOf(stmt).assigned;
      var = all.size() == 1 ? *all.begin() : nullptr;
    }
    const bool isMeant = var && var->getType()->isIntegerType() && !var->getType().isVolatileQualified() &&
                         ast_.getTypeSize(var->getType()) >= 32;
    const bool declares = holds(stmt, [](const clang::Stmt *part) { return llvm::isa<clang::StmtExpr>(part); });
    return isMeant && !declares && effects_.wrappedSubscripts.count(var) ? var : nullptr;
  }

  // Of the statements the first ones that change one variable in more than a plain assignment; returns how many.
  size_t join(llvm::ArrayRef<const clang::Stmt *> stmts) {
    const clang::VarDecl *var = changedBy(stmts[0]);
    if (!var)
      return 0;
    Change change(ast_, var, made_);
    size_t count = 0;
    const bool declares = llvm::isa<clang::DeclStmt>(stmts[0]);
    if (declares) {
      change.set(const_cast<clang::Expr *>(var->getInit()));
      count = 1;
    }
    for (; count < std::min(stmts.size(), kMaxChanges); ++count) {
      clang::Expr *before = change.value();
      if (llvm::isa<clang::DeclStmt>(stmts[count]) || changedBy(stmts[count]) != var || !change.add(stmts[count])) {
        change.set(before);
        break;
      }
    }
    if (count < 2 && !(count == 1 && llvm::isa<clang::IfStmt>(stmts[0])))
      return 0;
    for (size_t n = 0; n < count; ++n)
      joined_[stmts[n]] = {var, n == 0 ? change.value() : nullptr};
    return count;
  }

  Effects effects_;
  // Null: an earlier one does it.
  std::map<const clang::Stmt *, std::pair<const clang::VarDecl *, clang::Expr *>> joined_;
};

} // namespace

void joinChanges(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Joiner joiner(ast, function, expansion);
  if (joiner.hasFound())
    expansion.stmt = joiner.stmt(expansion.stmt);
}

} // namespace kasane
