// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/JoinedArms.h"

#include "Ast/Alike.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

// double *in = u, *out = v; if (c) { in = v; out = u; }
// Pointers that are declared with one array and get another one at once: by `if`, what each gets.
class LateChoices {
public:
  std::map<const clang::IfStmt *, std::vector<const clang::BinaryOperator *>> choices;
  std::set<const clang::VarDecl *> pointers;

  explicit LateChoices(const clang::Stmt *region) : region_(region) {
    holds(region, [&](const clang::Stmt *part) {
      if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(part))
        collect(block);
      return false;
    });
  }

private:
  void collect(const clang::CompoundStmt *block) {
    std::set<const clang::VarDecl *> fresh;
    for (const clang::Stmt *child : block->body()) {
      const auto *branch = llvm::dyn_cast<clang::IfStmt>(child);
      if (branch && !branch->getElse() && !branch->getInit() && !branch->hasVarStorage())
        collect(branch, fresh);
      const auto *decls = llvm::dyn_cast<clang::DeclStmt>(child);
      if (!decls)
        fresh.clear();
      else
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl);
              var && var->hasInit() && var->getType()->isPointerType())
            fresh.insert(var);
    }
  }

  void collect(const clang::IfStmt *branch, const std::set<const clang::VarDecl *> &fresh) {
    std::vector<const clang::Stmt *> stmts{branch->getThen()};
    if (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(branch->getThen()))
      stmts.assign(block->body_begin(), block->body_end());
    std::vector<const clang::BinaryOperator *> found;
    for (const clang::Stmt *stmt : stmts) {
      const auto *set = llvm::dyn_cast<clang::BinaryOperator>(stmt);
      const clang::VarDecl *var = set && set->getOpcode() == clang::BO_Assign ? variableOf(set->getLHS()) : nullptr;
      std::vector<const clang::Expr *> writes;
      if (var)
        collectWrites(region_, var, writes);
      if (writes.size() != 1 || !fresh.count(var) || mentions(branch->getCond(), var))
        return;
      found.push_back(set);
    }
    for (const clang::BinaryOperator *set : found)
      pointers.insert(variableOf(set->getLHS()));
    if (!found.empty())
      choices[branch] = std::move(found);
  }

  const clang::Stmt *region_;
};

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
         std::set<const clang::Stmt *> &made)
      : Cloner(ast, made, function), effects_(effectsOf(region)), everywhere_(effectsOf(function->getBody())),
        late_(region) {
    everywhere_.declared.clear(); // that a variable is the function's own doesn't change it
    holds(region, [&](const clang::Stmt *part) {
      if (const auto *stmts = llvm::dyn_cast<clang::CompoundStmt>(part))
        findRows({stmts->body_begin(), stmts->body_end()});
      return false;
    });
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    if (joined_.count(original))
      return noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    const auto *expression = llvm::dyn_cast<clang::Expr>(original);
    if (const auto *select =
            expression ? llvm::dyn_cast<clang::ConditionalOperator>(expression->IgnoreParens()) : nullptr;
        select && !condition_)
      return joinedArms(select->getCond(), select->getTrueExpr(), select->getFalseExpr());
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    if (auto choices = late_.choices.find(branch); choices != late_.choices.end())
      return chosenAtOnce(choices->second, branch->getCond());
    if (!branch || condition_)
      return nullptr;
    const auto row = rows_.find(branch);
    std::vector<const clang::IfStmt *> chain = row == rows_.end() ? std::vector{branch} : row->second;
    while (const auto *further = llvm::dyn_cast_or_null<clang::IfStmt>(bare(chain.back()->getElse())))
      chain.push_back(further);
    if (llvm::any_of(chain, [](const clang::IfStmt *one) { return one->getInit() || one->hasVarStorage(); }))
      return nullptr;
    const clang::Stmt *joined = bare(chain.back()->getElse());
    if (!joined && coversAll(chain)) {
      joined = bare(chain.back()->getThen());
      chain.pop_back();
    }
    for (auto one = chain.rbegin(); joined && one != chain.rend(); ++one)
      joined = joinedArms((*one)->getCond(), bare((*one)->getThen()), joined);
    if (joined && row != rows_.end())
      joined_.insert(row->second.begin() + 1, row->second.end());
    return const_cast<clang::Stmt *>(joined);
  }

  // t % 3 == 0, t % 3 == 1, t % 3 == 2. (That no step is below zero is checked where such a number chooses an array.)
  bool coversAll(const std::vector<const clang::IfStmt *> &chain) const {
    std::vector<llvm::FoldingSetNodeID> numbers;
    std::set<int64_t> values, moduli;
    for (const clang::IfStmt *one : chain) {
      const auto *equal = llvm::dyn_cast<clang::BinaryOperator>(one->getCond()->IgnoreParens());
      const clang::Expr *left =
          equal && equal->getOpcode() == clang::BO_EQ ? equal->getLHS()->IgnoreParenImpCasts() : nullptr;
      const clang::VarDecl *var = left ? variableOf(left) : nullptr;
      if (var && var->getInit() && !effects_.assigned.count(var)) // int r = t % 3;
        left = var->getInit()->IgnoreParenImpCasts();
      const auto *rest = llvm::dyn_cast_or_null<clang::BinaryOperator>(left);
      if (!rest || rest->getOpcode() != clang::BO_Rem)
        return false;
      const std::optional<llvm::APSInt> modulus = rest->getRHS()->getIntegerConstantExpr(ast_),
                                        value = equal->getRHS()->getIntegerConstantExpr(ast_);
      if (!modulus || !value)
        return false;
      llvm::FoldingSetNodeID number;
      rest->getLHS()->IgnoreParenImpCasts()->Profile(number, ast_, true);
      numbers.push_back(number);
      moduli.insert(modulus->getExtValue());
      values.insert(value->getExtValue());
    }
    return llvm::all_equal(numbers) && moduli.size() == 1 && static_cast<int64_t>(values.size()) == *moduli.begin() &&
           *values.begin() == 0 && *values.rbegin() + 1 == *moduli.begin();
  }

  // Null: they differ in more than arrays.
  clang::Stmt *joinedArms(const clang::Expr *condition, const clang::Stmt *yes, const clang::Stmt *no) {
    Comparison arms(ast_, everywhere_);
    if (!arms.areAlike(yes, no) || arms.chosen.empty() || condition->HasSideEffects(ast_) ||
        isInvariant(condition, effects_) || !isInvariant(condition, effectsOf(yes)))
      return nullptr;
    chosen_ = std::move(arms.chosen);
    condition_ = condition;
    clang::Stmt *out = part(yes);
    condition_ = nullptr;
    chosen_.clear();
    return out;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    auto other = chosen_.find(original);
    return other == chosen_.end() ? nullptr : choice(condition_, original, other->second);
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &list) override {
    if (!late_.pointers.count(var))
      return false;
    list.push_back(newVariable(var, nullptr));
    scope[var] = {llvm::cast<clang::VarDecl>(list.back()), nullptr, nullptr};
    return true;
  }

private:
  // if (t % 2 == 0) ..; if (t % 2 == 1) ..;
  void findRows(llvm::ArrayRef<const clang::Stmt *> stmts) {
    std::vector<const clang::IfStmt *> row;
    for (const clang::Stmt *stmt : stmts) {
      const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt);
      if (branch && !branch->getElse())
        row.push_back(branch);
      else
        row.clear();
      for (size_t first = 0; first + 1 < row.size(); ++first)
        if (const std::vector<const clang::IfStmt *> all(row.begin() + static_cast<std::ptrdiff_t>(first), row.end());
            coversAll(all)) {
          rows_[all.front()] = all;
          row.clear();
        }
    }
  }

  clang::Expr *choice(const clang::Expr *condition, const clang::Expr *yes, const clang::Expr *no) {
    const clang::SourceLocation at = yes->getBeginLoc();
    return noted(new (ast_) clang::ConditionalOperator(
        const_cast<clang::Expr *>(condition), at, const_cast<clang::Expr *>(yes), at, const_cast<clang::Expr *>(no),
        yes->getType(), clang::VK_PRValue, clang::OK_Ordinary));
  }

  clang::Stmt *chosenAtOnce(const std::vector<const clang::BinaryOperator *> &sets, const clang::Expr *condition) {
    std::vector<clang::Stmt *> stmts;
    for (const clang::BinaryOperator *set : sets) {
      const clang::VarDecl *var = variableOf(set->getLHS());
      clang::Expr *value = choice(condition, expr(set->getRHS()), expr(var->getInit()));
      stmts.push_back(combined(clang::BO_Assign, expr(set->getLHS()), value, set->getType()));
    }
    return block(stmts, sets.front()->getSourceRange());
  }

  Effects effects_, everywhere_;
  LateChoices late_;
  std::map<const clang::IfStmt *, std::vector<const clang::IfStmt *>> rows_; // by their first
  std::set<const clang::Stmt *> joined_;                                     // into one that stands before
  const clang::Expr *condition_ = nullptr;
  std::map<const clang::Expr *, const clang::Expr *> chosen_;
};

} // namespace

const clang::Stmt *withJoinedArms(const clang::ASTContext &ast, const clang::FunctionDecl *function,
                                  const clang::Stmt *region, std::set<const clang::Stmt *> &made) {
  return Joiner(ast, function, region, made).stmt(region);
}

} // namespace kasane
