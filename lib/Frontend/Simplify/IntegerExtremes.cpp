// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Simplify/IntegerExtremes.h"

#include "Ast/Effects.h"
#include "Ast/MathCalls.h"
#include "Ast/Unwrap.h"
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
      : Cloner(ast, expansion.made, function), asked_(expansion.asked), effects_(effectsOf(expansion.stmt)) {
    holds(expansion.stmt, [&](const clang::Stmt *part) {
      if (const clang::Expr *test = testOf(part))
        holds(test, [&](const clang::Stmt *inner) {
          heads_.insert(inner);
          return false;
        });
      return false;
    });
  }

protected:
  clang::Expr *insteadOf(const clang::Expr *original) override {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(original);
    if (cast && cast->getCastKind() == clang::CK_FloatingToIntegral && extremeIn(cast->getSubExpr())) {
      clang::Expr *value = integerOf(cast->getSubExpr());
      return value ? ofType(value, cast->getType()) : nullptr;
    }
    const auto *comparison = llvm::dyn_cast<clang::BinaryOperator>(original);
    if (clang::Expr *both = comparison ? asTwoTests(comparison) : nullptr)
      return both;
    if (!comparison || !comparison->isComparisonOp() ||
        !(extremeIn(comparison->getLHS()) || extremeIn(comparison->getRHS())))
      return nullptr;
    clang::Expr *left = integerOf(comparison->getLHS()), *right = integerOf(comparison->getRHS());
    return left && right ? combined(comparison->getOpcode(), left, right, ast_.IntTy) : nullptr;
  }

private:
  // (unsigned)x < 64 is x >= 0 && x < 64; null: it is no such test, or a loop's, which counts from where it begins.
  clang::Expr *asTwoTests(const clang::BinaryOperator *test) {
    if (heads_.count(test) || !test->isRelationalOp())
      return nullptr;
    const bool isLeft = llvm::isa<clang::CastExpr>(test->getLHS()->IgnoreParens()) && signedIn(test->getLHS());
    const clang::BinaryOperatorKind kind =
        isLeft ? test->getOpcode() : clang::BinaryOperator::reverseComparisonOp(test->getOpcode());
    const bool isBelow = kind == clang::BO_LT || kind == clang::BO_LE;
    const clang::Expr *const value = signedIn(isLeft ? test->getLHS() : test->getRHS());
    if (!value || isInvariant(value, effects_))
      return nullptr;
    const clang::QualType type = ast_.getIntWidth(test->getLHS()->getType()) > ast_.getIntWidth(ast_.IntTy)
                                     ? test->getLHS()->getType()
                                     : ast_.IntTy;
    const clang::QualType its = type->isUnsignedIntegerType() ? ast_.getCorrespondingSignedType(type) : type;
    const bool isNarrow = ast_.getIntWidth(value->getType()) < ast_.getIntWidth(its);
    clang::Expr *const end = endOf(isLeft ? test->getRHS() : test->getLHS(), its, isNarrow);
    if (!end)
      return nullptr;
    const clang::SourceLocation at = value->getBeginLoc();
    clang::Expr *low =
        combined(isBelow ? clang::BO_GE : clang::BO_LT, ofType(expr(value), its), number(0, its, at), ast_.IntTy);
    clang::Expr *high = combined(kind, ofType(expr(value), its), end, ast_.IntTy);
    return inParens(combined(isBelow ? clang::BO_LAnd : clang::BO_LOr, low, high, ast_.IntTy));
  }

  // Of a conversion to an unsigned number, through others: the int or long that is converted; null: it is none.
  const clang::Expr *signedIn(const clang::Expr *side) const {
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(side->IgnoreParens());
    if (!cast || cast->getCastKind() != clang::CK_IntegralCast || !cast->getType()->isUnsignedIntegerType())
      return nullptr;
    const unsigned least = ast_.getIntWidth(ast_.IntTy);
    const clang::Expr *value = cast->getSubExpr();
    while (const auto *inner = llvm::dyn_cast<clang::CastExpr>(value->IgnoreParens()))
      if (inner->getCastKind() == clang::CK_IntegralCast && inner->getType()->isUnsignedIntegerType() &&
          ast_.getIntWidth(inner->getType()) >= least)
        value = inner->getSubExpr();
      else
        break;
    const unsigned width = value->getType()->isSignedIntegerType() ? ast_.getIntWidth(value->getType()) : 0;
    return width >= least && width <= ast_.getIntWidth(cast->getType()) && !value->HasSideEffects(ast_) ? value
                                                                                                        : nullptr;
  }

  // The signed number that an unsigned one is, a constant or what the region leaves alone; that it is one, and where
  // `isInt` one of 32 bits, is asked of the call. Null: it is another.
  clang::Expr *endOf(const clang::Expr *bound, clang::QualType type, bool isInt) {
    if (const std::optional<llvm::APSInt> known = bound->getIntegerConstantExpr(ast_))
      return known->isSingleWord() && known->getZExtValue() <= INT32_MAX
                 ? number(known->getExtValue(), type, bound->getBeginLoc())
                 : nullptr;
    const auto *cast = llvm::dyn_cast<clang::CastExpr>(bound->IgnoreParens());
    const bool isConverted = cast && cast->getCastKind() == clang::CK_IntegralCast;
    const clang::Expr *value = isConverted ? cast->getSubExpr()->IgnoreParens() : bound;
    if (!value->getType()->isIntegerType() || ast_.getIntWidth(value->getType()) > ast_.getIntWidth(type) ||
        ast_.getIntWidth(value->getType()) < ast_.getIntWidth(ast_.IntTy) || !isInvariant(value, effects_))
      return nullptr;
    const auto its = [&] { // written out, as comparisons look through other conversions
      clang::Expr *const end = ofType(expr(value), type);
      auto *implicit = llvm::dyn_cast<clang::ImplicitCastExpr>(end);
      return implicit && implicit->getCastKind() == clang::CK_IntegralCast ? converted(implicit) : end;
    };
    const clang::SourceLocation at = bound->getBeginLoc();
    asked_.push_back(combined(clang::BO_GE, its(), number(0, type, at), ast_.IntTy));
    if (isInt && ast_.getIntWidth(value->getType()) > ast_.getIntWidth(ast_.IntTy))
      asked_.push_back(combined(clang::BO_LE, its(), number(INT32_MAX, type, at), ast_.IntTy));
    return its();
  }

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

  std::vector<const clang::Expr *> &asked_;
  const Effects effects_;
  std::set<const clang::Stmt *> heads_; // what the heads of loops ask
};

} // namespace

void writeExtremes(const clang::ASTContext &ast, const clang::FunctionDecl *function, Expansion &expansion) {
  expansion.stmt = ExtremeWriter(ast, function, expansion).run(expansion.stmt);
}

} // namespace kasane
