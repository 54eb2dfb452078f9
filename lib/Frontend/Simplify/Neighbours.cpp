// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/Neighbours.h"

#include "Simplify/Clone.h"

namespace kasane {
namespace {

class Writer : public Cloner {
public:
  Writer(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Neighbours &neighbours,
         const std::function<const clang::Expr *(const std::string &)> &exprOf, Expansion &expansion)
      : Cloner(ast, expansion.made, function), neighbours_(neighbours), exprOf_(exprOf) {}

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::ImplicitCastExpr>(original); // short tables: to int at once
    const bool widens = cast && cast->getCastKind() == clang::CK_IntegralCast && found(cast->getSubExpr());
    const Neighbour *neighbour = found(widens ? cast->getSubExpr() : original);
    if (!neighbour)
      return nullptr;
    const clang::SourceLocation at = original->getBeginLoc();
    clang::Expr *index = write(*neighbour, at);
    return typed(neighbour->form.factor == 1 ? index : sum(clang::BO_Mul, index, valueOf(neighbour->factor, at)),
                 original->getType());
  }

private:
  const Neighbour *found(const clang::Expr *expr) const {
    const auto known = neighbours_.find(expr);
    return known == neighbours_.end() ? nullptr : &known->second;
  }

  clang::Expr *typed(clang::Expr *expr, clang::QualType type) {
    if (ast_.hasSameUnqualifiedType(expr->getType(), type))
      return expr;
    return noted(clang::ImplicitCastExpr::Create(ast_, type.getUnqualifiedType(), clang::CK_IntegralCast, expr, nullptr,
                                                 clang::VK_PRValue, {}));
  }

  clang::Expr *bracketed(clang::Expr *expr) {
    return noted(new (ast_) clang::ParenExpr(expr->getBeginLoc(), expr->getEndLoc(), expr));
  }

  clang::Expr *sum(clang::BinaryOperatorKind kind, clang::Expr *left, clang::Expr *right) {
    return bracketed(combined(kind, left, right, ast_.LongLongTy));
  }

  // A polynomial over what the region doesn't change.
  clang::Expr *valueOf(const Poly &poly, clang::SourceLocation at) {
    clang::Expr *out = nullptr;
    for (const auto &[monomial, coefficient] : poly.terms()) {
      clang::Expr *term = number(coefficient, ast_.LongLongTy, at);
      for (const std::string &name : monomial) {
        clang::Expr *factor = expr(exprOf_(name));
        factor = typed(factor->isGLValue() ? rvalueOf(factor) : factor, ast_.LongLongTy);
        term = coefficient == 1 && name == monomial.front() ? factor : sum(clang::BO_Mul, term, factor);
      }
      out = out ? sum(clang::BO_Add, out, term) : term;
    }
    return out ? out : number(0, ast_.LongLongTy, at);
  }

  // Each use is a tree of its own.
  clang::Expr *write(const Neighbour &neighbour, clang::SourceLocation at) {
    const TableEnds ends = neighbour.form.ends;
    const int64_t distance = neighbour.form.distance;
    auto here = [&]() -> clang::Expr * {
      clang::Expr *index = typed(bracketed(expr(neighbour.index)), ast_.LongLongTy);
      return distance == 0 ? index : sum(clang::BO_Add, index, number(distance, ast_.LongLongTy, at));
    };
    if (ends == TableEnds::Plain)
      return here();
    const bool down = distance < 0;
    const Poly first = neighbour.first, end = neighbour.end, length = end - first, last = down ? first : end - Poly(1);
    clang::Expr *beyond = nullptr;
    if (ends == TableEnds::Clamped)
      beyond = valueOf(last, at);
    else if (ends == TableEnds::Wrapped)
      beyond = sum(clang::BO_Add, here(), valueOf(down ? length : Poly(0) - length, at));
    else if (ends == TableEnds::Reflected)
      beyond = sum(clang::BO_Sub, valueOf(last + last, at), here());
    else
      beyond = sum(clang::BO_Sub, valueOf(last + last + Poly(down ? -1 : 1), at), here());
    clang::Expr *condition = noted(clang::BinaryOperator::Create(ast_, here(), valueOf(down ? first : end, at),
                                                                 down ? clang::BO_LT : clang::BO_GE, ast_.IntTy,
                                                                 clang::VK_PRValue, clang::OK_Ordinary, at, {}));
    return bracketed(noted(new (ast_) clang::ConditionalOperator(condition, at, beyond, at, here(), ast_.LongLongTy,
                                                                 clang::VK_PRValue, clang::OK_Ordinary)));
  }

  const Neighbours &neighbours_;
  const std::function<const clang::Expr *(const std::string &)> &exprOf_;
};

} // namespace

void writeNeighbours(const clang::ASTContext &ast, const clang::FunctionDecl *function, const Neighbours &neighbours,
                     const std::function<const clang::Expr *(const std::string &param)> &exprOf, Expansion &expansion) {
  if (!neighbours.empty())
    expansion.stmt = Writer(ast, function, neighbours, exprOf, expansion).stmt(expansion.stmt);
}

} // namespace kasane
