// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/RowMemory.h"

#include "Ast/Allocations.h"
#include "Ast/Effects.h"
#include "Ast/LoopForms.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

struct Rows {
  const clang::Expr *length = nullptr; // of each, in elements
  std::set<const clang::Stmt *> loops; // that take the rows, and give them back
};

class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *region) : ast_(ast), effects_(effectsOf(region)) {
    holds(region, [&](const clang::Stmt *part) {
      if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
        for (const clang::Decl *decl : decls->decls())
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
            note(var);
      return false;
    });
    walk(region);
    std::erase_if(tables, [&](const auto &table) {
      return !table.second.length || other_.count(table.first) || llvm::any_of(names, [&](const auto &name) {
        return name.second == table.first && other_.count(name.first);
      });
    });
    std::erase_if(names, [&](const auto &name) { return !tables.count(name.second); });
  }

  std::map<const clang::VarDecl *, Rows> tables;
  std::map<const clang::VarDecl *, const clang::VarDecl *> names; // further ones of a table, such as parameters

private:
  void note(const clang::VarDecl *var) {
    const clang::QualType row = var->getType()->isPointerType() ? var->getType()->getPointeeType() : clang::QualType();
    if (row.isNull() || !row->isPointerType() || !scalarTypeOf(ast_, row->getPointeeType()) || !var->getInit() ||
        effects_.assigned.count(var))
      return;
    if (allocationIn(var->getInit()))
      tables.try_emplace(var);
    else if (const clang::VarDecl *table = tableOf(var->getInit()))
      names[var] = table;
  }

  const clang::VarDecl *tableOf(const clang::Expr *pointer) const {
    const clang::VarDecl *var = variableOf(pointer->IgnoreParenCasts());
    const auto name = var ? names.find(var) : names.end();
    return name != names.end() ? name->second : var && tables.count(var) ? var : nullptr;
  }
  Rows *rowsOf(const clang::Expr *pointer) {
    const clang::VarDecl *table = tableOf(pointer);
    return table ? &tables.at(table) : nullptr;
  }

  void walk(const clang::Stmt *stmt) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt); loop && takesRows(loop))
      return;
    if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(stmt))
      return;
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt)) {
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && var->getInit() && !names.count(var))
          walk(var->getInit());
      return;
    }
    Variables all;
    for (const auto &[var, rows] : tables)
      all.insert(var);
    for (const auto &[var, table] : names)
      all.insert(var);
    if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(stmt); branch && isOwnMemory(branch, all))
      return; // it never fails
    if (const clang::VarDecl *var = releasedBy(stmt); var && all.count(var))
      return;
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(stmt);
    if (const clang::ArraySubscriptExpr *row = load ? rowIn(load) : nullptr)
      return walk(row->getIdx());
    if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
      if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
        other_.insert(var);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child);
  }

  // tmp[j], as a pointer.
  const clang::ArraySubscriptExpr *rowIn(const clang::ImplicitCastExpr *load) {
    const auto *row = load->getCastKind() == clang::CK_LValueToRValue
                          ? llvm::dyn_cast<clang::ArraySubscriptExpr>(load->getSubExpr()->IgnoreParens())
                          : nullptr;
    return row && rowsOf(row->getBase()) ? row : nullptr;
  }

  // A loop over rows that does nothing but take them or give them back.
  bool takesRows(const clang::ForStmt *loop) {
    const clang::VarDecl *counter = countedBy(loop);
    Variables all;
    for (const auto &[var, rows] : tables)
      all.insert(var);
    for (const auto &[var, table] : names)
      all.insert(var);
    if (!counter || !isOwnMemory(loop, all))
      return false;
    bool isGood = true;
    holds(loop->getBody(), [&](const clang::Stmt *part) {
      const auto *row = llvm::dyn_cast<clang::ArraySubscriptExpr>(part);
      Rows *rows = row ? rowsOf(row->getBase()) : nullptr;
      if (rows)
        rows->loops.insert(loop);
      isGood &= !rows || variableOf(row->getIdx()->IgnoreParenImpCasts()) == counter;
      const auto *op = llvm::dyn_cast<clang::BinaryOperator>(part);
      const auto *stored = op && op->getOpcode() == clang::BO_Assign
                               ? llvm::dyn_cast<clang::ArraySubscriptExpr>(op->getLHS()->IgnoreParens())
                               : nullptr;
      if (Rows *own = stored ? rowsOf(stored->getBase()) : nullptr) {
        const clang::Expr *length = lengthIn(op->getRHS(), stored->getType()->getPointeeType());
        isGood &= !own->length && length && !mentions(length, counter) && isInvariant(length, effects_);
        own->length = length;
      }
      return false;
    });
    if (!isGood)
      holds(loop->getBody(), [&](const clang::Stmt *part) {
        if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(part))
          if (const auto *var = llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))
            other_.insert(var);
        return false;
      });
    return true;
  }

  // nx of malloc(nx * sizeof(double)) and calloc(nx, sizeof(double)); null: it is written otherwise.
  const clang::Expr *lengthIn(const clang::Expr *value, clang::QualType element) const {
    const auto *call = llvm::dyn_cast<clang::CallExpr>(value->IgnoreParenCasts());
    if (call && call->getNumArgs() == 2 && isSizeOf(call->getArg(1), element))
      return call->getArg(0)->IgnoreParenImpCasts();
    const auto *op = call && call->getNumArgs() == 1
                         ? llvm::dyn_cast<clang::BinaryOperator>(call->getArg(0)->IgnoreParenCasts())
                         : nullptr;
    if (!op || op->getOpcode() != clang::BO_Mul)
      return nullptr;
    return isSizeOf(op->getRHS(), element)   ? op->getLHS()->IgnoreParenImpCasts()
           : isSizeOf(op->getLHS(), element) ? op->getRHS()->IgnoreParenImpCasts()
                                             : nullptr;
  }

  bool isSizeOf(const clang::Expr *size, clang::QualType element) const {
    const auto *bytes = llvm::dyn_cast<clang::UnaryExprOrTypeTraitExpr>(size->IgnoreParenCasts());
    return bytes && bytes->getKind() == clang::UETT_SizeOf &&
           ast_.hasSameUnqualifiedType(bytes->getTypeOfArgument(), element);
  }

  const clang::ASTContext &ast_;
  const Effects effects_;
  Variables other_; // mentioned elsewhere
};

class Joiner : public Cloner {
public:
  Joiner(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, const Finder &finder)
      : Cloner(ast, expansion.made, function), tables_(finder.tables), names_(finder.names) {
    for (const auto &[var, rows] : tables_)
      loops_.insert(rows.loops.begin(), rows.loops.end());
  }

protected:
  clang::Stmt *instead(const clang::Stmt *original) override {
    return loops_.count(original) ? noted(new (ast_) clang::NullStmt(original->getBeginLoc())) : nullptr;
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &out) override {
    if (const auto name = names_.find(var); name != names_.end()) {
      clang::VarDecl *table = scope.at(name->second).var;
      out.push_back(declaredLike(var, table->getType(), rvalueOf(lvalueOf(table, var->getLocation()))));
      rows_[var] = rows_.at(name->second);
      return true;
    }
    const auto table = tables_.find(var);
    if (table == tables_.end())
      return false;
    const clang::QualType element = var->getType()->getPointeeType()->getPointeeType().getUnqualifiedType();
    const clang::QualType row = ast_.getVariableArrayType(element, const_cast<clang::Expr *>(table->second.length),
                                                          clang::ArraySizeModifier::Normal, 0, {});
    const clang::QualType type = ast_.getPointerType(row);
    auto *taken = const_cast<clang::CallExpr *>(allocationIn(var->getInit()));
    clang::Expr *init =
        noted(clang::ImplicitCastExpr::Create(ast_, type, clang::CK_BitCast, taken, nullptr, clang::VK_PRValue, {}));
    out.push_back(declaredLike(var, type, init));
    rows_[var] = row;
    return true;
  }

  // tmp[j], which is an array now.
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *load = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const auto *row = load && load->getCastKind() == clang::CK_LValueToRValue
                          ? llvm::dyn_cast<clang::ArraySubscriptExpr>(load->getSubExpr()->IgnoreParens())
                          : nullptr;
    const clang::VarDecl *var = row ? variableOf(row->getBase()->IgnoreParenCasts()) : nullptr;
    const auto known = var ? rows_.find(var) : rows_.end();
    if (known == rows_.end())
      return nullptr;
    clang::Expr *table = rvalueOf(lvalueOf(scope.at(var).var, row->getBeginLoc()));
    clang::Expr *array = noted(new (ast_) clang::ArraySubscriptExpr(
        table, expr(row->getIdx()), known->second, clang::VK_LValue, clang::OK_Ordinary, row->getRBracketLoc()));
    return noted(clang::ImplicitCastExpr::Create(ast_, load->getType(), clang::CK_ArrayToPointerDecay, array, nullptr,
                                                 clang::VK_PRValue, {}));
  }

private:
  clang::VarDecl *declaredLike(const clang::VarDecl *var, clang::QualType type, clang::Expr *init) {
    const clang::SourceLocation at = var->getLocation();
    auto *own = clang::VarDecl::Create(ast_, owner, var->getBeginLoc(), at, var->getIdentifier(), type,
                                       ast_.getTrivialTypeSourceInfo(type, at), clang::SC_None);
    own->setInit(init);
    scope[var] = {own, nullptr, nullptr};
    return own;
  }

  const std::map<const clang::VarDecl *, Rows> tables_;
  const std::map<const clang::VarDecl *, const clang::VarDecl *> names_;
  std::set<const clang::Stmt *> loops_;
  std::map<const clang::VarDecl *, clang::QualType> rows_;
};

} // namespace

void joinRows(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  const Finder finder(ast, expansion.stmt);
  if (!finder.tables.empty())
    expansion.stmt = Joiner(ast, function, expansion, finder).stmt(expansion.stmt);
}

} // namespace kasane
