// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Elements.h"

#include "Ast/Lengths.h"
#include "Read/Reader.h"

namespace kasane {

Element elementOf(const clang::Expr *expr) {
  Element out{expr->IgnoreParenImpCasts(), {}};
  while (const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(out.base)) {
    out.index.insert(out.index.begin(), subscript->getIdx());
    out.base = subscript->getBase()->IgnoreParenImpCasts();
  }
  return out;
}

std::vector<int64_t> extentsOf(const clang::ASTContext &ast, clang::QualType type) {
  std::vector<int64_t> out;
  while (const clang::ConstantArrayType *array = ast.getAsConstantArrayType(type)) {
    out.push_back(array->getSize().getSExtValue());
    type = array->getElementType();
  }
  return scalarTypeOf(ast, type) ? out : std::vector<int64_t>();
}

bool isTable(const clang::ASTContext &ast, const clang::VarDecl *var) {
  return var && var->getType()->isConstantArrayType() && ast.getBaseElementType(var->getType()).isConstQualified() &&
         ast.getBaseElementType(var->getType())->isRealType() && var->getAnyInitializer();
}

bool fallsWith(const clang::Expr *expr, const clang::VarDecl *var, bool isNegative) {
  expr = expr->IgnoreParenCasts();
  if (variableOf(expr) == var)
    return isNegative;
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr))
    return unary->getOpcode() == clang::UO_Minus && fallsWith(unary->getSubExpr(), var, !isNegative);
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!op || !(op->isAdditiveOp() || op->getOpcode() == clang::BO_Mul))
    return false;
  return fallsWith(op->getLHS(), var, isNegative) ||
         fallsWith(op->getRHS(), var, isNegative != (op->getOpcode() == clang::BO_Sub));
}

bool goesOver(const clang::Stmt *index, const Variables &counters) {
  const auto *ref = llvm::dyn_cast<clang::DeclRefExpr>(index);
  return (ref && counters.count(llvm::dyn_cast<clang::VarDecl>(ref->getDecl()))) ||
         (!llvm::isa<clang::ArraySubscriptExpr>(index) &&
          llvm::any_of(index->children(),
                       [&](const clang::Stmt *child) { return child && goesOver(child, counters); }));
}

std::vector<BesideProduct> besideProducts(const clang::Expr *index, const clang::ASTContext &ast) {
  std::vector<BesideProduct> found;
  const clang::BinaryOperator *sum = operation(index, {clang::BO_Add});
  for (const bool isLeft : {true, false}) {
    const clang::VarDecl *var = sum ? variableOf(plain(isLeft ? sum->getLHS() : sum->getRHS())) : nullptr;
    const clang::BinaryOperator *product =
        var ? operation(isLeft ? sum->getRHS() : sum->getLHS(), {clang::BO_Mul}) : nullptr;
    clang::Expr::EvalResult number;
    if (product && product->getLHS()->EvaluateAsInt(number, ast))
      found.push_back({var, number.Val.getInt().getExtValue(), product->getRHS()});
    if (product && product->getRHS()->EvaluateAsInt(number, ast))
      found.push_back({var, number.Val.getInt().getExtValue(), product->getLHS()});
  }
  return found;
}

} // namespace kasane
