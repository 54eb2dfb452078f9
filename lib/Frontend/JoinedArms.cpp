// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "JoinedArms.h"

#include "Clone.h"
#include "Reader.h"

namespace kasane {
namespace {

// Compares two statements, which may differ in the pointers that they take.
class Comparison {
public:
  Comparison(const clang::ASTContext &ast, const Effects &everywhere) : ast_(ast), everywhere_(everywhere) {}
  std::map<const clang::Expr *, const clang::Expr *> chosen; // where the first has this, the second has that

  bool areAlike(const clang::Stmt *a, const clang::Stmt *b) {
    if (!a || !b)
      return a == b;
    const auto *one = llvm::dyn_cast<clang::Expr>(a), *other = llvm::dyn_cast<clang::Expr>(b);
    if (one && other && haveOneType(one->getType(), other->getType()) && arePointers(one, other) && !isSame(one, other)) {
      chosen[one] = other;
      return true;
    }
    if (a->getStmtClass() != b->getStmtClass() || (one && !haveOneType(one->getType(), other->getType())))
      return false;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(a))
      return declareAlike(decls, llvm::cast<clang::DeclStmt>(b));
    return haveOneKind(a, b) && childrenAreAlike(a, b);
  }

private:
  // Both are the values of pointers, or arrays, or a choice between such.
  static bool arePointers(const clang::Expr *a, const clang::Expr *b) {
    auto isOne = [](const clang::Expr *expr) {
      if (llvm::isa<clang::ConditionalOperator>(expr))
        return expr->getType()->isPointerType();
      const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
      return cast && expr->getType()->isPointerType() && !lvalueKey(cast->getSubExpr()).empty() &&
             (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ArrayToPointerDecay);
    };
    return isOne(a) && isOne(b);
  }

  // The sizes of arrays are so, too: what is in them never changes.
  bool haveOneType(clang::QualType a, clang::QualType b) {
    if (ast_.hasSameType(a, b))
      return true;
    if (a->isPointerType() && b->isPointerType())
      return haveOneType(a->getPointeeType(), b->getPointeeType());
    const clang::VariableArrayType *one = ast_.getAsVariableArrayType(a), *other = ast_.getAsVariableArrayType(b);
    if (!one || !other || !haveOneType(one->getElementType(), other->getElementType()))
      return false;
    const clang::Expr *size = one->getSizeExpr();
    return size ? isInvariant(size, everywhere_) && areAlike(size, other->getSizeExpr()) : !other->getSizeExpr(); // none: of a call's [*]
  }

  bool isSame(const clang::Expr *a, const clang::Expr *b) const {
    const clang::VarDecl *one = variableOf(a), *other = variableOf(b);
    auto named = names_.find(one);
    return named == names_.end() ? lvalueKey(a) == lvalueKey(b) : named->second == other;
  }

  bool declareAlike(const clang::DeclStmt *a, const clang::DeclStmt *b) {
    if (std::distance(a->decl_begin(), a->decl_end()) != std::distance(b->decl_begin(), b->decl_end()))
      return false;
    for (auto one = a->decl_begin(), other = b->decl_begin(); one != a->decl_end(); ++one, ++other) {
      const auto *x = llvm::dyn_cast<clang::VarDecl>(*one), *y = llvm::dyn_cast<clang::VarDecl>(*other);
      if (!x || !y || !haveOneType(x->getType(), y->getType()) || !areAlike(x->getInit(), y->getInit()))
        return false;
      names_[x] = y;
    }
    return true;
  }

  // Do they differ in what is in them at most?
  bool haveOneKind(const clang::Stmt *a, const clang::Stmt *b) const {
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(a)) {
      const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl());
      auto named = names_.find(var);
      return named == names_.end() ? ref->getDecl() == llvm::cast<clang::DeclRefExpr>(b)->getDecl()
                                   : named->second == llvm::cast<clang::DeclRefExpr>(b)->getDecl();
    }
    if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(a))
      return unary->getOpcode() == llvm::cast<clang::UnaryOperator>(b)->getOpcode();
    if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(a))
      return binary->getOpcode() == llvm::cast<clang::BinaryOperator>(b)->getOpcode();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(a))
      return cast->getCastKind() == llvm::cast<clang::CastExpr>(b)->getCastKind();
    if (llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt, clang::NullStmt, clang::ParenExpr, clang::ArraySubscriptExpr,
                  clang::ConditionalOperator, clang::CallExpr>(a))
      return true;
    llvm::FoldingSetNodeID one, other;
    a->Profile(one, ast_, true);
    b->Profile(other, ast_, true);
    return one == other;
  }

  bool childrenAreAlike(const clang::Stmt *a, const clang::Stmt *b) {
    auto one = a->child_begin(), other = b->child_begin();
    for (; one != a->child_end() && other != b->child_end(); ++one, ++other)
      if (!areAlike(*one, *other))
        return false;
    return one == a->child_end() && other == b->child_end();
  }

  const clang::ASTContext &ast_;
  const Effects &everywhere_; // in the function
  std::map<const clang::VarDecl *, const clang::VarDecl *> names_; // of variables that the two declare
};

// { s; } and s are one statement.
const clang::Stmt *bare(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
  return block && block->size() == 1 ? bare(block->body_front()) : stmt;
}

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
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->hasInit() && var->getType()->isPointerType())
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
    choices[branch] = std::move(found);
  }

  const clang::Stmt *region_;
};

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made), effects_(effectsOf(region)), everywhere_(effectsOf(function->getBody())), late_(region) {
    owner = const_cast<clang::FunctionDecl *>(function);
    everywhere_.declared.clear(); // that a variable is the function's own doesn't change it
    holds(region, [&](const clang::Stmt *part) {
      if (const auto *stmts = llvm::dyn_cast<clang::CompoundStmt>(part))
        findRows({stmts->body_begin(), stmts->body_end()});
      return false;
    });
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    if (joined_.count(original))
      return noted(new (ast_) clang::NullStmt(original->getBeginLoc()));
    const auto *expression = llvm::dyn_cast<clang::Expr>(original);
    if (const auto *select = expression ? llvm::dyn_cast<clang::ConditionalOperator>(expression->IgnoreParens()) : nullptr; select && !condition_)
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
      const clang::Expr *left = equal && equal->getOpcode() == clang::BO_EQ ? equal->getLHS()->IgnoreParenImpCasts() : nullptr;
      const clang::VarDecl *var = left ? variableOf(left) : nullptr;
      if (var && var->getInit() && !effects_.assigned.count(var)) // int r = t % 3;
        left = var->getInit()->IgnoreParenImpCasts();
      const auto *rest = llvm::dyn_cast_or_null<clang::BinaryOperator>(left);
      if (!rest || rest->getOpcode() != clang::BO_Rem)
        return false;
      const std::optional<llvm::APSInt> modulus = rest->getRHS()->getIntegerConstantExpr(ast_), value = equal->getRHS()->getIntegerConstantExpr(ast_);
      if (!modulus || !value)
        return false;
      llvm::FoldingSetNodeID number;
      rest->getLHS()->IgnoreParenImpCasts()->Profile(number, ast_, true);
      numbers.push_back(number);
      moduli.insert(modulus->getExtValue());
      values.insert(value->getExtValue());
    }
    return llvm::all_equal(numbers) && moduli.size() == 1 && static_cast<int64_t>(values.size()) == *moduli.begin() && *values.begin() == 0 &&
           *values.rbegin() + 1 == *moduli.begin();
  }

  // Null: they differ in more than arrays.
  clang::Stmt *joinedArms(const clang::Expr *condition, const clang::Stmt *yes, const clang::Stmt *no) {
    Comparison arms(ast_, everywhere_);
    if (!arms.areAlike(yes, no) || arms.chosen.empty() || condition->HasSideEffects(ast_) || isInvariant(condition, effects_) ||
        !isInvariant(condition, effectsOf(yes)))
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
        if (const std::vector<const clang::IfStmt *> all(row.begin() + static_cast<std::ptrdiff_t>(first), row.end()); coversAll(all)) {
          rows_[all.front()] = all;
          row.clear();
        }
    }
  }

  clang::Expr *choice(const clang::Expr *condition, const clang::Expr *yes, const clang::Expr *no) {
    const clang::SourceLocation at = yes->getBeginLoc();
    return noted(new (ast_) clang::ConditionalOperator(const_cast<clang::Expr *>(condition), at, const_cast<clang::Expr *>(yes), at, const_cast<clang::Expr *>(no),
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
  std::set<const clang::Stmt *> joined_; // into one that stands before
  const clang::Expr *condition_ = nullptr;
  std::map<const clang::Expr *, const clang::Expr *> chosen_;
};

} // namespace

const clang::Stmt *withJoinedArms(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region,
                                  std::set<const clang::Stmt *> &made) {
  return Joiner(ast, function, region, made).stmt(region);
}

} // namespace kasane
