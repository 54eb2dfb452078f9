// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/IntegerExtremes.h"

#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Simplify/Clone.h"

namespace kasane {
namespace {

bool isDouble(const clang::Expr *expr) { return expr->getType()->isSpecificBuiltinType(clang::BuiltinType::Double); }

// fmax or fmin of doubles, or null.
const clang::CallExpr *extremeIn(const clang::Expr *expr) {
  const auto *call = llvm::dyn_cast<clang::CallExpr>(expr->IgnoreParenCasts());
  const std::string name = call ? mathFunction(call) : "";
  return (name == "fmax" || name == "fmin") && isDouble(call) ? call : nullptr;
}

class ExtremeWriter : public Cloner {
public:
  ExtremeWriter(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion)
      : Cloner(ast, expansion.made, function) {}

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(original);
    if (cast && cast->getCastKind() == clang::CK_FloatingToIntegral && extremeIn(cast->getSubExpr())) {
      clang::Expr *value = integerOf(cast->getSubExpr());
      return value ? ofType(value, cast->getType()) : nullptr;
    }
    const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(original);
    if (!comparison || !comparison->isComparisonOp() ||
        !(extremeIn(comparison->getLHS()) || extremeIn(comparison->getRHS())))
      return nullptr;
    clang::Expr *left = integerOf(comparison->getLHS()), *right = integerOf(comparison->getRHS());
    return left && right ? combined(comparison->getOpcode(), left, right, ast_.IntTy) : nullptr;
  }

private:
  // The int of which the expression is the double; null: there is none, or it is not known to be one.
  clang::Expr *integerOf(const clang::Expr *value) {
    value = value->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(value))
      return cast->getCastKind() == clang::CK_IntegralToFloating && isDouble(cast) && isInt(cast->getSubExpr())
                 ? ofType(expr(cast->getSubExpr()), ast_.IntTy)
                 : nullptr;
    if (const auto *literal = llvm::dyn_cast<clang::FloatingLiteral>(value)) {
      const double written = literal->getValueAsApproximateDouble();
      const auto whole = static_cast<int64_t>(std::abs(written) < 1e9 ? written : 0);
      return isDouble(literal) && static_cast<double>(whole) == written
                 ? number(whole, ast_.IntTy, literal->getBeginLoc())
                 : nullptr;
    }
    const clang::CallExpr *extreme = llvm::isa<clang::CallExpr>(value) ? extremeIn(value) : nullptr;
    if (!extreme || extreme->getNumArgs() != 2 || extreme->HasSideEffects(ast_))
      return nullptr;
    clang::Expr *one = integerOf(extreme->getArg(0)), *other = integerOf(extreme->getArg(1));
    return one && other ? chosen(mathFunction(extreme) == "fmax" ? clang::BO_GT : clang::BO_LT, one, other) : nullptr;
  }

  // Does an int have all values of this type?
  bool isInt(const clang::Expr *integer) const {
    const clang::QualType type = integer->getType();
    const bool isSigned = type->isSignedIntegerOrEnumerationType();
    return type->isIntegerType() && ast_.getIntWidth(type) + (isSigned ? 0 : 1) <= ast_.getIntWidth(ast_.IntTy);
  }

  clang::Expr *chosen(clang::BinaryOperatorKind kind, clang::Expr *one, clang::Expr *other) {
    const clang::SourceLocation at = one->getBeginLoc(), end = other->getEndLoc();
    clang::Expr *choice = noted(new (ast_) clang::ConditionalOperator(
        combined(kind, one, other, ast_.IntTy), at, one, at, other, ast_.IntTy, clang::VK_PRValue, clang::OK_Ordinary));
    return noted(new (ast_) clang::ParenExpr(at, end, choice));
  }
};

} // namespace

void writeExtremes(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = ExtremeWriter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
