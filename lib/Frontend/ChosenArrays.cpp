// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "ChosenArrays.h"

#include "Clone.h"
#include "Reader.h"

namespace kasane {
namespace {

// Compares two statements, which may differ in the pointers that they take.
class Comparison {
public:
  explicit Comparison(const clang::ASTContext &ast) : ast_(ast) {}
  std::map<const clang::Expr *, const clang::Expr *> chosen; // where the first has this, the second has that

  bool areAlike(const clang::Stmt *a, const clang::Stmt *b) {
    if (!a || !b || a->getStmtClass() != b->getStmtClass())
      return a == b;
    const auto *one = llvm::dyn_cast<clang::Expr>(a), *other = llvm::dyn_cast<clang::Expr>(b);
    if (one && !ast_.hasSameType(one->getType(), other->getType()))
      return false;
    if (one && arePointers(one, other) && !isSame(one, other)) {
      chosen[one] = other;
      return true;
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(a))
      return declareAlike(decls, llvm::cast<clang::DeclStmt>(b));
    return haveOneKind(a, b) && childrenAreAlike(a, b);
  }

private:
  // Both are the values of pointers, or arrays.
  static bool arePointers(const clang::Expr *a, const clang::Expr *b) {
    auto isOne = [](const clang::Expr *expr) {
      const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
      return cast && expr->getType()->isPointerType() && !lvalueKey(cast->getSubExpr()).empty() &&
             (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ArrayToPointerDecay);
    };
    return isOne(a) && isOne(b);
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
      if (!x || !y || !ast_.hasSameType(x->getType(), y->getType()) || !areAlike(x->getInit(), y->getInit()))
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
  std::map<const clang::VarDecl *, const clang::VarDecl *> names_; // of variables that the two declare
};

// { s; } and s are one statement.
const clang::Stmt *bare(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
  return block && block->size() == 1 ? bare(block->body_front()) : stmt;
}

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region, std::set<const clang::Stmt *> &made)
      : Cloner(ast, made), effects_(effectsOf(region)) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Stmt *instead(const clang::Stmt *original) override {
    const auto *branch = llvm::dyn_cast<clang::IfStmt>(original);
    if (!branch || !branch->getElse() || branch->getInit() || branch->hasVarStorage() || condition_)
      return nullptr;
    const clang::Expr *condition = branch->getCond();
    Comparison arms(ast_);
    if (!arms.areAlike(bare(branch->getThen()), bare(branch->getElse())) || arms.chosen.empty() || condition->HasSideEffects(ast_) ||
        isInvariant(condition, effects_) || !isInvariant(condition, effectsOf(branch->getThen())))
      return nullptr;
    chosen_ = std::move(arms.chosen);
    condition_ = condition;
    clang::Stmt *joined = part(bare(branch->getThen()));
    condition_ = nullptr;
    chosen_.clear();
    return joined;
  }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    auto other = chosen_.find(original);
    if (other == chosen_.end())
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    return noted(new (ast_) clang::ConditionalOperator(const_cast<clang::Expr *>(condition_), at, const_cast<clang::Expr *>(original), at,
                                                       const_cast<clang::Expr *>(other->second), original->getType(), clang::VK_PRValue, clang::OK_Ordinary));
  }

private:
  Effects effects_;
  const clang::Expr *condition_ = nullptr;
  std::map<const clang::Expr *, const clang::Expr *> chosen_;
};

class Tabler : public Cloner {
public:
  Tabler(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made), region_(expansion.stmt), effects_(effectsOf(expansion.stmt)) {
    owner = const_cast<clang::FunctionDecl *>(function);
  }

  // Something else goes by an array's own name, too: two names that no step tells apart.
  bool mixes(const clang::Stmt *stmt) const {
    return holds(stmt, [&](const clang::Stmt *part) {
      const auto *expr = llvm::dyn_cast<clang::Expr>(part);
      return expr && (expr->getType()->isPointerType() || expr->getType()->isArrayType()) && elements_.count(lvalueKey(expr));
    });
  }

protected:
  clang::Stmt *call(const clang::CallExpr *original, bool) override { return copyCall(original); }

  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *select = llvm::dyn_cast<clang::ConditionalOperator>(original);
    if (!select || !select->getType()->isPointerType() || isInvariant(select->getCond(), effects_) || select->getCond()->HasSideEffects(ast_))
      return nullptr;
    std::string yes = fixedPointer(select->getTrueExpr()), no = fixedPointer(select->getFalseExpr());
    if (yes.empty() || no.empty() || yes == no)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *index = negation(select->getCond());
    if (clang::Expr *element = ofOneTable(select, index))
      return element;
    if (no < yes) { // one table for both choices
      std::swap(yes, no);
      index = negation(index);
    }
    clang::VarDecl *table = tableOf(select->getType(), {yes, no}, at);
    clang::QualType pointer = select->getType().getUnqualifiedType();
    clang::Expr *decayed = noted(clang::ImplicitCastExpr::Create(ast_, ast_.getPointerType(pointer), clang::CK_ArrayToPointerDecay, lvalueOf(table, at), nullptr,
                                                                 clang::VK_PRValue, {}));
    return rvalueOf(noted(new (ast_) clang::ArraySubscriptExpr(decayed, index, pointer, clang::VK_LValue, clang::OK_Ordinary, at)));
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    const auto *list = llvm::dyn_cast_or_null<clang::InitListExpr>(var->getInit());
    const clang::ConstantArrayType *type = ast_.getAsConstantArrayType(var->getType());
    if (!list || !type || !type->getElementType()->isPointerType() || type->getSize() != list->getNumInits() || var->isStaticLocal())
      return false;
    const bool changes = holds(region_, [&](const clang::Stmt *part) {
      const clang::Expr *assigned = assignedIn(part);
      return assigned && assigned->getType()->isPointerType() && !variableOf(assigned) && mentions(assigned, var);
    });
    if (changes)
      return false;
    std::vector<std::string> elements;
    for (const clang::Expr *value : list->inits()) {
      elements.push_back(fixedPointer(value));
      if (elements.back().empty())
        return false;
    }
    scope[var] = {tableOf(type->getElementType(), elements, var->getLocation()), nullptr, nullptr};
    return true;
  }

private:
  // u[c] of c ? u[1] : u[0]
  clang::Expr *ofOneTable(const clang::ConditionalOperator *select, clang::Expr *isNot) {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(select->getTrueExpr()->IgnoreParens());
    auto elementIn = [](const clang::Expr *arm) { return llvm::dyn_cast<clang::ArraySubscriptExpr>(arm->IgnoreParenImpCasts()); };
    const clang::ArraySubscriptExpr *yes = elementIn(select->getTrueExpr()), *no = elementIn(select->getFalseExpr());
    if (!cast || !yes || !no || lvalueKey(yes->getBase()) != lvalueKey(no->getBase()))
      return nullptr;
    const std::optional<llvm::APSInt> first = yes->getIdx()->getIntegerConstantExpr(ast_), second = no->getIdx()->getIntegerConstantExpr(ast_);
    const std::pair<int64_t, int64_t> indices{first ? first->getExtValue() : -1, second ? second->getExtValue() : -1};
    if (indices != std::pair<int64_t, int64_t>{0, 1} && indices != std::pair<int64_t, int64_t>{1, 0})
      return nullptr;
    clang::Expr *index = indices.first == 0 ? isNot : negation(isNot);
    auto *element = noted(new (ast_) clang::ArraySubscriptExpr(const_cast<clang::Expr *>(yes->getBase()), index, yes->getType(), clang::VK_LValue,
                                                               clang::OK_Ordinary, select->getBeginLoc()));
    return noted(clang::ImplicitCastExpr::Create(ast_, select->getType(), cast->getCastKind(), element, nullptr, clang::VK_PRValue, {}));
  }

  // The text of a pointer or an array that the region doesn't move; "": it is none.
  std::string fixedPointer(const clang::Expr *expr) {
    const clang::Expr *bare = expr->IgnoreParenImpCasts();
    const std::string key = lvalueKey(bare);
    if (key.empty() || effects_.assignedKeys.count(key) || !isInvariant(bare, effects_))
      return "";
    std::string text;
    llvm::raw_string_ostream stream(text);
    bare->printPretty(stream, nullptr, ast_.getPrintingPolicy());
    keys_[text] = key;
    return text;
  }

  clang::Expr *negation(const clang::Expr *operand) {
    const clang::SourceLocation at = operand->getBeginLoc();
    auto *inner = noted(new (ast_) clang::ParenExpr(at, at, const_cast<clang::Expr *>(operand)));
    return noted(clang::UnaryOperator::Create(ast_, inner, clang::UO_LNot, ast_.IntTy, clang::VK_PRValue, clang::OK_Ordinary, at, false, {}));
  }

  // A variable of the file's, named by the text that makes it.
  clang::VarDecl *tableOf(clang::QualType pointer, const std::vector<std::string> &elements, clang::SourceLocation at) {
    pointer = pointer.getUnqualifiedType();
    const clang::QualType open = ast_.getIncompleteArrayType(pointer, clang::ArraySizeModifier::Normal, 0);
    std::string name = "((" + open.getAsString(ast_.getPrintingPolicy()) + "){";
    for (const std::string &element : elements) {
      name += (&element == &elements.front() ? "" : ", ") + element;
      elements_.insert(keys_.at(element));
    }
    name += "})";
    clang::VarDecl *&table = tables_[name];
    const clang::QualType type = ast_.getConstantArrayType(pointer, llvm::APInt(64, elements.size()), nullptr, clang::ArraySizeModifier::Normal, 0);
    if (!table)
      table = clang::VarDecl::Create(ast_, ast_.getTranslationUnitDecl(), at, at, &ast_.Idents.get(name), type, ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    return table;
  }

  const clang::Stmt *region_;
  Effects effects_;
  std::map<std::string, std::string> keys_; // by text
  std::set<std::string> elements_;
  std::map<std::string, clang::VarDecl *> tables_;
};

} // namespace

std::optional<Expansion> withTables(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *region) {
  Diagnostics silent;
  std::set<const clang::Stmt *> made;
  const clang::Stmt *joined = Joiner(ast, function, region, made).stmt(region);
  std::optional<Expansion> expansion = expandCalls(ast, function, joined, true, silent, made);
  if (!expansion)
    return std::nullopt;
  Tabler tabler(ast, function, *expansion);
  expansion->stmt = tabler.stmt(expansion->stmt);
  const std::set<const clang::VarDecl *> before = effectsOf(region).declared, now = effectsOf(expansion->stmt).declared;
  auto isOther = [&](const clang::Stmt *part) { // than in the text, which host code keeps
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part);
    const auto *var = ref ? llvm::dyn_cast<clang::VarDecl>(ref->getDecl()) : nullptr;
    return made.count(part) != 0 || (before.count(var) && !now.count(var));
  };
  for (const auto &[empty, host] : expansion->hostCode)
    if (holds(host, isOther))
      return std::nullopt;
  return tabler.mixes(expansion->stmt) ? std::nullopt : std::move(expansion);
}

} // namespace kasane
