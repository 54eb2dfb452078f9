// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/PickedTables.h"

#include "Ast/Effects.h"
#include "Ast/Source.h"
#include "Simplify/Clone.h"
#include "Simplify/Elements.h"

namespace kasane {
namespace {

constexpr int64_t kMostOfTable = 256; // elements; more are an array's

// e & 1, e % 2
bool isParity(const clang::ASTContext &ast, const clang::Expr *index) {
  const auto *op = llvm::dyn_cast<clang::BinaryOperator>(index->IgnoreParenCasts());
  const auto isNumber = [&](const clang::Expr *expr, int64_t value) {
    const std::optional<llvm::APSInt> number = expr->getIntegerConstantExpr(ast);
    return number && number->getExtValue() == value;
  };
  return op && !op->HasSideEffects(ast) && !op->getIntegerConstantExpr(ast) &&
         ((op->getOpcode() == clang::BO_And && (isNumber(op->getRHS(), 1) || isNumber(op->getLHS(), 1))) ||
          (op->getOpcode() == clang::BO_Rem && isNumber(op->getRHS(), 2)));
}

bool isNumberTable(const clang::ASTContext &ast, const clang::VarDecl *var) {
  if (!var || !llvm::isa_and_nonnull<clang::InitListExpr>(var->getAnyInitializer()) ||
      !ast.getBaseElementType(var->getType())->isIntegerType())
    return false;
  int64_t size = 1;
  for (const int64_t extent : extentsOf(ast, var->getType()))
    size *= extent;
  return size <= kMostOfTable;
}

class Chooser : public Cloner {
public:
  Chooser(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    if (const auto half = halves_.find(original); half != halves_.end())
      return number(half->second, original->getType(), original->getBeginLoc());
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original);
    const bool isRead = cast && cast->getCastKind() == clang::CK_LValueToRValue;
    const clang::Expr *index = isRead ? parityIn(cast->getSubExpr()) : nullptr;
    if (!index)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *condition = expr(index), *one = half(original, index, 1), *zero = half(original, index, 0);
    return noted(new (ast_) clang::ParenExpr(
        at, at,
        noted(new (ast_) clang::ConditionalOperator(condition, at, one, at, zero, original->getType(),
                                                    clang::VK_PRValue, clang::OK_Ordinary))));
  }

private:
  // The first index by a parity that isn't a number yet; null: there is none.
  const clang::Expr *parityIn(const clang::Expr *lvalue) const {
    const auto *subscript = llvm::dyn_cast<clang::ArraySubscriptExpr>(lvalue->IgnoreParens());
    const Element element = subscript ? elementOf(subscript) : Element();
    const clang::VarDecl *table = element.base ? variableOf(element.base) : nullptr;
    if (!isNumberTable(ast_, table))
      return nullptr;
    const std::vector<int64_t> extents = extentsOf(ast_, table->getType());
    for (size_t n = 0; n < extents.size() && extents.size() == element.index.size(); ++n)
      if (extents[n] == 2 && !halves_.count(element.index[n]) && isParity(ast_, element.index[n]))
        return element.index[n];
    return nullptr;
  }

  clang::Expr *half(const clang::Expr *original, const clang::Expr *index, int64_t number) {
    halves_[index] = number;
    clang::Expr *value = expr(original);
    halves_.erase(index);
    return value;
  }

  std::map<const clang::Expr *, int64_t> halves_; // indices that are these numbers now
};

} // namespace

void chooseHalves(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  Chooser chooser(ast, function, expansion);
  expansion.stmt = chooser.stmt(expansion.stmt);
}

} // namespace kasane
