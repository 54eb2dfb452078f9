// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/DeclaredTables.h"

#include "Ast/Effects.h"
#include "Ast/Liveness.h"
#include "Ast/LoopForms.h"
#include "Ast/OnlyCalled.h"
#include "Read/Reader.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

// Is each mention of the variable the place of one number that is read?
bool isOnlyRead(const clang::Stmt *stmt, const clang::VarDecl *var, bool isLoaded = false) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    return ref->getDecl() != var || isLoaded;
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(stmt);
  if (cast && cast->getCastKind() == clang::CK_LValueToRValue)
    return isOnlyRead(cast->getSubExpr(), var, true);
  if (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt))
    return isOnlyRead(subscript->getBase(), var, isLoaded) && isOnlyRead(subscript->getIdx(), var);
  const auto *member = llvm::dyn_cast<clang::MemberExpr>(stmt);
  const bool goesOn = llvm::isa<clang::ParenExpr>(stmt) || (member && !member->isArrow()) ||
                      (cast && cast->getCastKind() == clang::CK_ArrayToPointerDecay);
  return llvm::all_of(stmt->children(),
                      [&](const clang::Stmt *child) { return !child || isOnlyRead(child, var, goesOn && isLoaded); });
}

// Does nothing keep where the variable is? Its elements are read and stored to, and calls get it.
bool isOnlyUsed(const clang::Stmt *stmt, const clang::VarDecl *var, bool isElement = false) {
  if (const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(stmt))
    return ref->getDecl() != var || isElement;
  if (const auto *call = llvm::dyn_cast<clang::CallExpr>(stmt))
    return llvm::all_of(call->arguments(), [&](const clang::Expr *argument) {
      return variableOf(argument->IgnoreParenImpCasts()) == var || isOnlyUsed(argument, var);
    });
  const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(stmt);
  if (subscript)
    return isOnlyUsed(subscript->getBase(), var, isElement || subscript->getType()->isArithmeticType()) &&
           isOnlyUsed(subscript->getIdx(), var);
  const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(stmt);
  const bool goesOn = llvm::isa<clang::ParenExpr, clang::CastExpr>(stmt) && isElement;
  return llvm::all_of(stmt->children(), [&](const clang::Stmt *child) {
    return !child || isOnlyUsed(child, var, goesOn && !(unary && unary->getOpcode() == clang::UO_AddrOf));
  });
}

class Finder {
public:
  Finder(const clang::ASTContext &ast, const clang::Stmt *statement, const Expansion &expansion)
      : ast_(const_cast<clang::ASTContext &>(ast)), statement_(statement), expansion_(expansion),
        stores_(effectsOf(expansion.stmt).storeSubscripts) {
    walk(expansion.stmt, false);
  }

  Variables tables, own; // own: static ones that their block may as well declare anew

private:
  void walk(const clang::Stmt *stmt, bool inCell) {
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt)) {
      LoopShape shape{nullptr, nullptr, nullptr, false, 0, {}, false, {}};
      inCell |= loop->getInit() && readInit(loop->getInit(), shape) && stores_.count(shape.var) > 0;
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(stmt))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl); var && (var->getInit() || var->isStaticLocal()))
          declared(var, inCell);
    for (const clang::Stmt *child : stmt->children())
      if (child)
        walk(child, inCell);
  }

  // A cell's own arrays are its scalars, of which tests find those that it picks.
  void declared(const clang::VarDecl *var, bool inCell) {
    const clang::QualType type = var->getType(), base = ast_.getBaseElementType(type);
    const bool isTable = ast_.getAsConstantArrayType(type) || (var->isStaticLocal() && type->isRecordType());
    const bool isHosts =
        llvm::any_of(expansion_.hostCode, [&](const auto &code) { return mentions(code.second, var); });
    if (base.isVolatileQualified() || isHosts)
      return;
    if (isSetAnew(var)) {
      own.insert(var);
      return;
    }
    if (!var->getInit()) {
      if (type->isArrayType() && scalarTypeOf(ast_, base) && isSeenHere(var))
        own.insert(var);
      return;
    }
    if (!var->getInit()->isConstantInitializer(ast_, false))
      return;
    if (var->isStaticLocal() && type->isArithmeticType() && type.isConstQualified())
      own.insert(var);
    else if (isTable && (var->isStaticLocal() || !inCell) && isNeverChanged(var))
      tables.insert(var);
  }

  // Of a function's numbers: does each call set it before it reads it, so that what it keeps between calls is nothing?
  bool isSetAnew(const clang::VarDecl *var) const {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(var->getDeclContext());
    const clang::Stmt *body = var->isStaticLocal() && function ? function->getBody() : nullptr;
    if (!body || !var->getType()->isArithmeticType() || isReadFirst(body, var, ast_))
      return false;
    return !holds(body, [&](const clang::Stmt *part) {
      const auto *address = llvm::dyn_cast<clang::UnaryOperator>(part);
      return address && address->getOpcode() == clang::UO_AddrOf && variableOf(address->getSubExpr()) == var;
    });
  }

  // What isn't `const` may be changed by all that can name it.
  bool isNeverChanged(const clang::VarDecl *var) const {
    if (ast_.getBaseElementType(var->getType()).isConstQualified())
      return true;
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(var->getDeclContext());
    const clang::Stmt *scope = !var->isStaticLocal() ? expansion_.stmt : function ? function->getBody() : nullptr;
    return scope && isOnlyRead(scope, var);
  }

  // What a work array holds between two calls, nothing but the region could find. The readers see that it looks at no
  // element that a step hasn't stored.
  bool isSeenHere(const clang::VarDecl *var) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(var->getDeclContext());
    if (!within_) {
      std::vector<const clang::FunctionDecl *> called;
      for (const Called &call : expansion_.calls)
        called.push_back(call.function);
      within_ = onlyCalledIn(ast_, statement_, called);
    }
    return function && within_->count(function->getCanonicalDecl()) && isOnlyUsed(function->getBody(), var);
  }

  clang::ASTContext &ast_;
  const clang::Stmt *statement_;
  const Expansion &expansion_;
  const Variables stores_;
  std::optional<Functions> within_; // called from nowhere else
};

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion, const Finder &found)
      : Cloner(ast, expansion.made, function), expansion_(expansion), own_(found.own) {
    for (const clang::VarDecl *table : found.tables)
      name(table);
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(original);
    const auto known = ref ? named_.find(llvm::dyn_cast<clang::VarDecl>(ref->getDecl())) : named_.end();
    return known == named_.end() ? nullptr : lvalueOf(known->second, original->getBeginLoc());
  }

  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &out) override {
    if (own_.count(var)) {
      clang::VarDecl *own = newVariable(var, const_cast<clang::Expr *>(var->getInit()));
      scope[var] = {own, nullptr, nullptr};
      out.push_back(own);
    }
    return own_.count(var) || named_.count(var);
  }

private:
  void name(const clang::VarDecl *table) {
    const clang::QualType type = table->getType().withConst();
    const clang::SourceLocation at = table->getLocation();
    auto *var =
        clang::VarDecl::Create(ast_, ast_.getTranslationUnitDecl(), table->getBeginLoc(), at, table->getIdentifier(),
                               type, ast_.getTrivialTypeSourceInfo(type, at), clang::SC_Static);
    var->setInit(const_cast<clang::Expr *>(table->getInit()));
    named_[table] = var;
    expansion_.tables.insert(var);
  }

  Expansion &expansion_;
  const Variables &own_;
  std::map<const clang::VarDecl *, clang::VarDecl *> named_;
};

} // namespace

void nameTables(const clang::ASTContext &ast, const clang::FunctionDecl *function, const clang::Stmt *statement,
                Expansion &expansion) {
  const Finder found(ast, statement, expansion);
  if (found.tables.empty() && found.own.empty())
    return;
  Writer writer(ast, function, expansion, found);
  expansion.stmt = writer.stmt(expansion.stmt);
}

} // namespace kasane
