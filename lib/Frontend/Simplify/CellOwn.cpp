// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/CellOwn.h"

#include "Simplify/CellOwners.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion,
         const CellOwners &found)
      : Cloner(ast, expansion.made, function), found_(found) {}

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    if (found_.owners.count(original) || found_.kept.count(original))
      return body(original, false);
    return loop && found_.counting.count(loop) ? counted(loop) : nullptr;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *group = llvm::dyn_cast<clang::StmtExpr>(original);
    if (!group || !found_.owners.count(group->getSubStmt()))
      return nullptr;
    auto *own = llvm::cast<clang::CompoundStmt>(body(group->getSubStmt(), true));
    return noted(new (ast_) clang::StmtExpr(own, group->getType(), group->getLParenLoc(), group->getRParenLoc(), 0));
  }

private:
  // for (int i = ..; ..)
  clang::Stmt *counted(const clang::ForStmt *loop) {
    LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
    readInit(loop->getInit(), shape);
    const auto outer = scope;
    clang::VarDecl *own = newVariable(shape.var, expr(shape.first));
    scope[shape.var] = {own, nullptr, nullptr};
    clang::Stmt *init = declare(own);
    clang::Expr *condition = expr(loop->getCond()), *increment = expr(loop->getInc());
    clang::Stmt *inner = part(loop->getBody());
    scope = outer;
    clang::Stmt *copy = noted(new (ast_) clang::ForStmt(ast_, init, condition, nullptr, increment, inner,
                                                        loop->getForLoc(), loop->getLParenLoc(), loop->getRParenLoc()));
    auto last = found_.countingTo.find(loop);
    if (last == found_.countingTo.end())
      return copy;
    const clang::SourceLocation at = loop->getBeginLoc();
    const clang::QualType type = shape.var->getType().getUnqualifiedType();
    clang::Expr *behind = combined(clang::BO_Assign, expr(lvalueOf(const_cast<clang::VarDecl *>(shape.var), at)),
                                   literal(last->second, type, at), type);
    return Cloner::block({copy, behind}, loop->getSourceRange());
  }

  clang::Stmt *body(const clang::Stmt *original, bool ofValue) {
    std::vector<clang::Stmt *> stmts;
    const auto outer = scope;
    if (auto found = found_.owners.find(original); found != found_.owners.end())
      for (const clang::VarDecl *var : inOrder(found->second)) {
        clang::VarDecl *own = newVariable(var, nullptr);
        scope[var] = {own, nullptr, nullptr};
        if (!setFirst(original, var))
          stmts.push_back(declare(own));
      }
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(original);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(original);
    if (loop && found_.counting.count(loop))
      stmts.push_back(counted(loop));
    else if (!block)
      stmts.push_back(stmt(original));
    else
      for (const clang::Stmt *child : block->body())
        stmts.push_back(ofValue && child == block->body_back() && llvm::isa<clang::Expr>(child)
                            ? stmt(child)
                            : started(original, child));
    if (auto found = found_.kept.find(original); found != found_.kept.end())
      for (const clang::VarDecl *var : inOrder(found->second)) {
        const clang::SourceLocation at = original->getBeginLoc();
        clang::Expr *value = rvalueOf(lvalueOf(scope.at(var).var, at));
        stmts.push_back(combined(clang::BO_Assign, lvalueOf(const_cast<clang::VarDecl *>(var), at), value,
                                 var->getType().getUnqualifiedType()));
      }
    scope = outer;
    return Cloner::block(stmts, original->getSourceRange());
  }

  // The block's own statement `var = value`, if it is the first one that mentions the variable; else null.
  static const clang::BinaryOperator *setFirst(const clang::Stmt *body, const clang::VarDecl *var) {
    const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body);
    for (const clang::Stmt *child : block ? llvm::ArrayRef<const clang::Stmt *>(block->body_begin(), block->body_end())
                                          : llvm::ArrayRef<const clang::Stmt *>()) {
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(child);
      if (op && op->getOpcode() == clang::BO_Assign && variableOf(op->getLHS()) == var && !mentions(op->getRHS(), var))
        return op;
      if (mentions(child, var))
        return nullptr;
    }
    return nullptr;
  }

  // That statement declares the variable.
  clang::Stmt *started(const clang::Stmt *body, const clang::Stmt *child) {
    const auto *op = llvm::dyn_cast<clang::BinaryOperator>(child);
    const clang::VarDecl *var = op ? variableOf(op->getLHS()) : nullptr;
    auto found = found_.owners.find(body);
    if (!var || found == found_.owners.end() || !found->second.count(var) || setFirst(body, var) != op)
      return part(child);
    clang::VarDecl *own = scope.at(var).var;
    own->setInit(expr(op->getRHS()));
    return declare(own);
  }

  static std::vector<const clang::VarDecl *> inOrder(const Variables &vars) {
    std::vector<const clang::VarDecl *> out(vars.begin(), vars.end());
    llvm::sort(out, [](const auto *a, const auto *b) { return a->getLocation() < b->getLocation(); });
    return out;
  }

  const CellOwners &found_;
};

} // namespace

void ownByCells(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                Expansion &expansion) {
  Diagnostics silent;
  const Effects effects = effectsOf(expansion.stmt);
  Reader probe({ast, effects, effects, function, region, expansion.stmt}, &expansion, silent);
  const CellOwners found = cellOwnersOf(probe, expansion);
  expansion.shared.insert(found.shared.begin(), found.shared.end());
  if (found.owners.empty() && found.counting.empty())
    return;
  Writer writer(ast, function, expansion, found);
  expansion.stmt = writer.run(expansion.stmt);
}

} // namespace kasane
