// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/SignedPlaces.h"

#include "Ast/Effects.h"
#include "Ast/Unwrap.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

bool isIntegerCast(const clang::CastExpr *cast) {
  return cast->getCastKind() == clang::CK_IntegralCast || cast->getCastKind() == clang::CK_LValueToRValue ||
         cast->getCastKind() == clang::CK_NoOp;
}

bool isSumOrProduct(const clang::BinaryOperator *op) { return op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul; }

class PlaceSigner : public Cloner {
public:
  PlaceSigner(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function), function_(function), region_(expansion.stmt),
        effects_(effectsOf(expansion.stmt, true)), changed_(maybeChangedBy(expansion.stmt)) {
    findLocals(expansion.stmt);
    findUses(expansion.stmt, false);
    for (const clang::VarDecl *var : otherwise_)
      values_.erase(var);
    for (auto local = values_.begin(); local != values_.end();)
      local = tested_.count(local->first) ? std::next(local) : values_.erase(local);
  }
  bool finds() const { return !values_.empty(); }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(original);
    if (!cast || !(cast->getCastKind() == clang::CK_LValueToRValue || inPlaces_.count(cast)))
      return nullptr;
    const auto known = values_.find(variableOf(cast->IgnoreParenCasts()));
    if (known == values_.end())
      return nullptr;
    clang::Expr *const value = signedValue(known->second);
    return ofType(inPlaces_.count(cast) ? value : ofType(value, known->second->getType()), cast->getType());
  }
  bool declareInstead(const clang::VarDecl *var, std::vector<clang::Decl *> &) override {
    return values_.count(var) > 0;
  }

private:
  clang::Expr *signedValue(const clang::Expr *sum) {
    const bool isLong = ast_.getIntWidth(sum->getType()) > ast_.getIntWidth(ast_.IntTy);
    return asSigned(sum, sum->getType()->isSignedIntegerType() ? sum->getType() : isLong ? ast_.LongTy : ast_.IntTy);
  }

  // The sum of the signed numbers. Conversions are written out, as comparisons look through other ones.
  clang::Expr *asSigned(const clang::Expr *sum, clang::QualType type) {
    sum = sum->IgnoreParens();
    if (sum->getType()->isSignedIntegerType())
      return ofType(expr(sum), type);
    if (const auto *op = llvm::dyn_cast<clang::BinaryOperator>(sum))
      return inParens(combined(op->getOpcode(), asSigned(op->getLHS(), type), asSigned(op->getRHS(), type), type));
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(sum); cast && cast->getCastKind() == clang::CK_IntegralCast)
      return asSigned(cast->getSubExpr(), type);
    return converted(llvm::cast<clang::ImplicitCastExpr>(ofType(expr(sum), type)));
  }

  // Declarations of the blocks within the region.
  void findLocals(const clang::Stmt *region) {
    holds(region, [&](const clang::Stmt *part) {
      const auto *block = llvm::dyn_cast<clang::CompoundStmt>(part);
      if (!block || part == region)
        return false;
      for (const clang::Stmt *child : block->body())
        if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(child))
          for (const clang::Decl *decl : decls->decls())
            if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
              noteLocal(var, block);
      return false;
    });
  }

  void noteLocal(const clang::VarDecl *var, const clang::CompoundStmt *block) {
    const clang::QualType type = var->getType();
    const clang::Expr *init = var->getInit();
    if (!init || !var->hasLocalStorage() || type.isVolatileQualified() || !type->isUnsignedIntegerType() ||
        ast_.getIntWidth(type) < ast_.getIntWidth(ast_.IntTy) || effects_.assigned.count(var) || changed_.count(var))
      return;
    while (const auto *cast = llvm::dyn_cast<clang::CastExpr>(init->IgnoreParens())) {
      if (cast->getCastKind() != clang::CK_IntegralCast || !cast->getSubExpr()->getType()->isIntegerType())
        break;
      init = cast->getSubExpr();
    }
    const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(init->IgnoreParens());
    const bool isWide = ast_.getIntWidth(init->getType()) > ast_.getIntWidth(type);
    if (sum && isSumOrProduct(sum) && !isWide && isSum(init, maybeChangedBy(block)))
      values_.emplace(var, init);
  }

  // Of what keeps its value in the block: numbers, loops' counters, elements of the region's constant tables.
  bool isSum(const clang::Expr *expr, const Variables &changed) const {
    expr = expr->IgnoreParens();
    if (!expr->getType()->isIntegerType())
      return false;
    if (expr->getIntegerConstantExpr(ast_) || isInvariant(expr, effects_))
      return true;
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr))
      return isIntegerCast(cast) && !isCut(cast) && isSum(cast->getSubExpr(), changed);
    if (const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expr))
      return isSumOrProduct(sum) && isSum(sum->getLHS(), changed) && isSum(sum->getRHS(), changed);
    if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
      const clang::VarDecl *table = variableOf(element->getBase()->IgnoreParenImpCasts());
      return table && table->getType()->isConstantArrayType() && !changed_.count(table) &&
             isSum(element->getIdx(), changed);
    }
    const clang::VarDecl *var = variableOf(expr);
    return var && !var->getType().isVolatileQualified() && var->hasLocalStorage() && !changed.count(var) &&
           !takesAddress(region_, var) && !takesAddress(function_->getBody(), var);
  }

  // A conversion of what may have begun again at 0 or at its greatest number, or will.
  bool isCut(const clang::CastExpr *cast) const {
    const clang::Expr *from = cast->getSubExpr()->IgnoreParens();
    const unsigned width = ast_.getIntWidth(from->getType()), to = ast_.getIntWidth(cast->getType());
    return to < width || (to > width && from->getType()->isUnsignedIntegerType() &&
                          llvm::isa<clang::BinaryOperator>(from->IgnoreParenImpCasts()));
  }

  // Notes which variables are tested, and which have other uses than that and naming elements.
  void findUses(const clang::Stmt *part, bool isPlace) {
    if (!part)
      return;
    if (const auto *expr = llvm::dyn_cast<clang::Expr>(part)) {
      if (const auto *test = llvm::dyn_cast<clang::BinaryOperator>(expr); test && test->isRelationalOp()) {
        for (const clang::Expr *side : {test->getLHS(), test->getRHS()})
          if (const clang::VarDecl *var = variableOf(side->IgnoreParenImpCasts()); values_.count(var))
            tested_.insert(var);
          else
            findUses(side, false);
        return;
      }
      if (const auto *element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expr)) {
        findUses(element->getBase(), false);
        findUses(element->getIdx(), true);
        return;
      }
      if (const clang::VarDecl *var = variableOf(expr); var && !isPlace)
        otherwise_.insert(var);
      const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr);
      const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expr);
      if (isPlace && cast && isIntegerCast(cast))
        inPlaces_.insert(cast);
      isPlace &= llvm::isa<clang::ParenExpr>(expr) || (cast && isIntegerCast(cast)) || (sum && isSumOrProduct(sum));
    } else {
      isPlace = false;
    }
    if (const auto *decls = llvm::dyn_cast<clang::DeclStmt>(part))
      for (const clang::Decl *decl : decls->decls())
        if (const auto *var = llvm::dyn_cast<clang::VarDecl>(decl))
          findUses(var->getInit(), false);
    if (llvm::isa<clang::DeclStmt>(part))
      return;
    for (const clang::Stmt *child : part->children())
      findUses(child, isPlace);
  }

  const clang::FunctionDecl *function_;
  const clang::Stmt *region_;
  const Effects effects_;
  const Variables changed_;                                      // or their elements
  std::map<const clang::VarDecl *, const clang::Expr *> values_; // of such variables
  Variables tested_, otherwise_;
  std::set<const clang::CastExpr *> inPlaces_; // conversions there: beyond all arrays is below them all as well
};

} // namespace

void signPlaces(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  if (PlaceSigner signer(ast, function, expansion); signer.finds())
    expansion.stmt = signer.run(expansion.stmt);
}

} // namespace kasane
