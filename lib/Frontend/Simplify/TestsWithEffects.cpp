// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/TestsWithEffects.h"

#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

#include "clang/AST/Attr.h"

namespace kasane {
namespace {

// The first ++x, x--, x = .. and the like that the expression is sure to come to.
const clang::Expr *changeIn(const clang::Expr *expr) {
  expr = expr->IgnoreParenCasts();
  if (assignedIn(expr))
    return expr;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary->getOpcode() == clang::UO_LNot ? changeIn(unary->getSubExpr()) : nullptr;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expr);
  const clang::Expr *left = binary ? changeIn(binary->getLHS()) : nullptr;
  return left || !binary || binary->isLogicalOp() ? left : changeIn(binary->getRHS());
}

class Separator : public Cloner {
public:
  Separator(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {
    find(expansion.stmt);
  }
  bool hasFound() const { return !changes_.empty(); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    auto it = branch ? changes_.find(branch) : changes_.end();
    if (it == changes_.end())
      return nullptr;
    change_ = it->second;
    const auto *store = isElement(assignedIn(change_)) ? llvm::cast<clang::BinaryOperator>(change_) : nullptr;
    std::vector<clang::Stmt *> before = {const_cast<clang::Expr *>(change_)};
    if (store)
      before = storeOf(store);
    clang::Expr *condition = expr(branch->getCond());
    change_ = nullptr;
    stored_ = nullptr;
    auto *test = clang::IfStmt::Create(ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr,
                                       condition, branch->getLParenLoc(), branch->getRParenLoc(),
                                       part(branch->getThen()), branch->getElseLoc(), part(branch->getElse()));
    before.push_back(noted(test));
    return block(before, branch->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (!change_ || original != change_)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    const clang::VarDecl *var = stored_ ? stored_ : variableOf(assignedIn(original));
    clang::Expr *value = rvalueOf(lvalueOf(const_cast<clang::VarDecl *>(var), at));
    if (stored_)
      return value;
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(original);
    if (!step || step->isPrefix())
      return value;
    const clang::QualType type = value->getType();
    clang::Expr *before =
        combined(step->isIncrementOp() ? clang::BO_Sub : clang::BO_Add, value, number(1, type, at), type);
    return noted(new (ast_) clang::ParenExpr(at, step->getEndLoc(), before));
  }

private:
  // double value = step(); heat[n] = value;
  std::vector<clang::Stmt *> storeOf(const clang::BinaryOperator *store) {
    const clang::SourceLocation at = store->getBeginLoc();
    const clang::QualType type = store->getLHS()->getType().getUnqualifiedType();
    auto *var = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("value"), type,
                                       ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    change_ = nullptr;
    var->setInit(expr(store->getRHS()));
    clang::Expr *place = expr(store->getLHS());
    change_ = store;
    stored_ = var;
    return {declare(var), combined(clang::BO_Assign, place, rvalueOf(lvalueOf(var, at)), type)};
  }

  void find(const clang::Stmt *stmt) {
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
        branch && !branch->getInit() && !branch->hasVarStorage())
      if (const clang::Expr *change = changeIn(branch->getCond()); change && isAlone(change, branch->getCond()))
        changes_[branch] = change;
    for (const clang::Stmt *child : stmt->children())
      if (child)
        find(child);
  }

  // Nothing else in the condition looks at what it changes.
  bool isAlone(const clang::Expr *change, const clang::Expr *condition) const {
    const clang::VarDecl *var = variableOf(assignedIn(change));
    if (const clang::Expr *element = assignedIn(change); isElement(element)) {
      const auto *store = llvm::dyn_cast<clang::BinaryOperator>(change);
      return store && store->getOpcode() == clang::BO_Assign && scalarTypeOf(ast_, element->getType()) &&
             !hasLoop(store->getRHS()) && !looksOutside(condition, change, nullptr);
    }
    const auto *step = llvm::dyn_cast<clang::UnaryOperator>(change);
    if (!var || !scalarTypeOf(ast_, var->getType()) || var->getType().isVolatileQualified())
      return false;
    if (step && step->isPostfix() && (!var->getType()->isIntegerType() || ast_.getTypeSize(var->getType()) < 32))
      return false;
    return !looksOutside(condition, change, var);
  }

  static bool looksOutside(const clang::Stmt *stmt, const clang::Expr *change, const clang::VarDecl *var) {
    if (stmt == change)
      return false;
    const auto *expr = llvm::dyn_cast<clang::Expr>(stmt);
    if (assignedIn(stmt) || llvm::isa<clang::CallExpr, clang::StmtExpr>(stmt) ||
        (expr && ((var && variableOf(expr) == var) || isElement(expr))))
      return true;
    return llvm::any_of(stmt->children(),
                        [&](const clang::Stmt *child) { return child && looksOutside(child, change, var); });
  }

  std::map<const clang::IfStmt *, const clang::Expr *> changes_;
  const clang::Expr *change_ = nullptr;    // in the condition that is being copied
  const clang::VarDecl *stored_ = nullptr; // the value that it stores to an element
};

// Tests between the loops of a step that end it by an element of its arrays.
class ElementTests : public Cloner {
public:
  ElementTests(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), effects_(effectsOf(expansion.stmt)) {
    const clang::Stmt *body = bodyOf(unwrap(expansion.stmt));
    const auto *step = body && hasLoop(body) ? llvm::dyn_cast<clang::CompoundStmt>(body) : nullptr;
    if (!step)
      return;
    for (const clang::Stmt *child : step->body()) {
      std::vector<const clang::Expr *> found;
      const auto *branch = llvm::dyn_cast<clang::IfStmt>(child);
      if (branch && isTest(branch) && collect(branch->getCond(), false, found) && !found.empty())
        elements_[branch] = std::move(found);
    }
  }
  bool hasFound() const { return !elements_.empty(); }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    const auto found = branch ? elements_.find(branch) : elements_.end();
    if (found == elements_.end())
      return nullptr;
    std::vector<clang::Stmt *> stmts;
    std::map<const clang::Expr *, clang::VarDecl *> values;
    for (const clang::Expr *element : found->second) {
      const clang::SourceLocation at = element->getBeginLoc();
      const clang::QualType type = element->getType().getUnqualifiedType();
      auto *var = clang::VarDecl::Create(ast_, owner, at, at, &ast_.Idents.get("value"), type,
                                         ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
      var->setInit(expr(element));
      values[element] = var;
      stmts.push_back(declare(var));
    }
    values_ = std::move(values);
    clang::Expr *condition = expr(branch->getCond());
    values_.clear();
    stmts.push_back(noted(clang::IfStmt::Create(
        ast_, branch->getIfLoc(), clang::IfStatementKind::Ordinary, nullptr, nullptr, condition, branch->getLParenLoc(),
        branch->getRParenLoc(), part(branch->getThen()), branch->getElseLoc(), part(branch->getElse()))));
    return block(stmts, branch->getSourceRange());
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto value = values_.find(original);
    return value == values_.end() ? nullptr : rvalueOf(lvalueOf(value->second, original->getBeginLoc()));
  }

private:
  // Tests with calls of the program's own are host code, which has the elements.
  static bool isTest(const clang::IfStmt *branch) {
    return !branch->getInit() && !branch->hasVarStorage() && !hasLoop(branch) &&
           holds(branch, [](const clang::Stmt *part) { return llvm::isa<clang::BreakStmt>(part); }) &&
           !holds(branch, [](const clang::Stmt *part) {
             const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
             const clang::FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
             return (call && !(callee && callee->hasAttr<clang::ConstAttr>())) || llvm::isa<clang::StmtExpr>(part);
           });
  }

  // The elements that the condition is sure to read; false: it reads others, too, or changes something.
  bool collect(const clang::Stmt *stmt, bool isUnsure, std::vector<const clang::Expr *> &found) const {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt);
    const clang::Expr *element =
        cast && cast->getCastKind() == clang::CK_LValueToRValue ? cast->getSubExpr()->IgnoreParens() : nullptr;
    if (element && llvm::isa<clang::ArraySubscriptExpr>(element) && scalarTypeOf(ast_, element->getType()) &&
        !isInvariant(element, effects_)) {
      found.push_back(cast);
      return !isUnsure;
    }
    if (assignedIn(stmt))
      return false;
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(stmt);
    for (const clang::Stmt *child : stmt->children()) {
      const bool mayBeLeftOut =
          (binary && binary->isLogicalOp() && child == binary->getRHS()) || llvm::isa<clang::ConditionalOperator>(stmt);
      if (child && !collect(child, isUnsure || mayBeLeftOut, found))
        return false;
    }
    return true;
  }

  const Effects effects_;
  std::map<const clang::IfStmt *, std::vector<const clang::Expr *>> elements_;
  std::map<const clang::Expr *, clang::VarDecl *> values_; // of the condition that is being copied
};

} // namespace

void separateChanges(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Separator separator(ast, function, expansion);
  if (separator.hasFound())
    expansion.stmt = separator.stmt(expansion.stmt);
  ElementTests tests(ast, function, expansion);
  if (tests.hasFound())
    expansion.stmt = tests.stmt(expansion.stmt);
}

} // namespace kasane
