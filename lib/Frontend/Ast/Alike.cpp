// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Ast/Alike.h"

#include "clang/AST/Expr.h"

namespace kasane {
namespace {

// Both are the values of pointers, or arrays, or a choice between such.
bool arePointers(const clang::Expr *a, const clang::Expr *b) {
  auto isOne = [](const clang::Expr *expr) {
    if (llvm::isa<clang::ConditionalOperator>(expr))
      return expr->getType()->isPointerType();
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(expr);
    return cast && expr->getType()->isPointerType() && !lvalueKey(cast->getSubExpr()).empty() &&
           (cast->getCastKind() == clang::CK_LValueToRValue || cast->getCastKind() == clang::CK_ArrayToPointerDecay);
  };
  return isOne(a) && isOne(b);
}

} // namespace

bool Comparison::areAlike(const clang::Stmt *a, const clang::Stmt *b) {
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

// The sizes of arrays are so, too: what is in them never changes.
bool Comparison::haveOneType(clang::QualType a, clang::QualType b) {
  if (ast_.hasSameType(a, b))
    return true;
  if (a->isPointerType() && b->isPointerType())
    return haveOneType(a->getPointeeType(), b->getPointeeType());
  const clang::VariableArrayType *one = ast_.getAsVariableArrayType(a), *other = ast_.getAsVariableArrayType(b);
  if (!one || !other || !haveOneType(one->getElementType(), other->getElementType()))
    return false;
  const clang::Expr *size = one->getSizeExpr();
  return size ? isInvariant(size, everywhere_) && areAlike(size, other->getSizeExpr())
              : !other->getSizeExpr(); // none: of a call's [*]
}

bool Comparison::isSame(const clang::Expr *a, const clang::Expr *b) const {
  const clang::VarDecl *one = variableOf(a), *other = variableOf(b);
  auto named = names_.find(one);
  return named == names_.end() ? lvalueKey(a) == lvalueKey(b) : named->second == other;
}

bool Comparison::declareAlike(const clang::DeclStmt *a, const clang::DeclStmt *b) {
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
bool Comparison::haveOneKind(const clang::Stmt *a, const clang::Stmt *b) const {
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
  if (llvm::isa<clang::CompoundStmt, clang::ForStmt, clang::IfStmt, clang::NullStmt, clang::ParenExpr,
                clang::ArraySubscriptExpr, clang::ConditionalOperator, clang::CallExpr>(a))
    return true;
  llvm::FoldingSetNodeID one, other;
  a->Profile(one, ast_, true);
  b->Profile(other, ast_, true);
  return one == other;
}

bool Comparison::childrenAreAlike(const clang::Stmt *a, const clang::Stmt *b) {
  auto one = a->child_begin(), other = b->child_begin();
  for (; one != a->child_end() && other != b->child_end(); ++one, ++other)
    if (!areAlike(*one, *other))
      return false;
  return one == a->child_end() && other == b->child_end();
}

const clang::Stmt *bare(const clang::Stmt *stmt) {
  const auto *block = llvm::dyn_cast_or_null<clang::CompoundStmt>(stmt);
  return block && block->size() == 1 ? bare(block->body_front()) : stmt;
}

} // namespace kasane
