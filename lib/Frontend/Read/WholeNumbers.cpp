// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/WholeNumbers.h"

#include "Read/Cases.h"
#include "Read/ConstantElements.h"

#include <cmath>

namespace kasane {
namespace {

std::optional<Poly> wholeWithin(Reader &reader, const clang::Expr *expr, bool isAlone, unsigned depth) {
  constexpr unsigned kMostDepth = 16;
  constexpr int64_t kMost = int64_t(1) << 31;
  expr = expr->IgnoreParens();
  const auto *cast = llvm::dyn_cast<clang::CastExpr>(expr);
  const bool isLoad = cast && cast->getCastKind() == clang::CK_LValueToRValue;
  const clang::Expr *known = isLoad ? constantElement(reader, cast->getSubExpr()) : expr;
  clang::Expr::EvalResult result;
  if (known && !known->isValueDependent() && known->EvaluateAsRValue(result, reader.ast) && result.Val.isFloat()) {
    llvm::APSInt number(64, false);
    bool isExact = false;
    result.Val.getFloat().convertToInteger(number, llvm::APFloat::rmTowardZero, &isExact);
    const bool isSmall = std::abs(result.Val.getFloat().convertToDouble()) < static_cast<double>(kMost);
    if (isSmall && (isAlone || isExact))
      return noteFolded(reader, known), Poly(number.getExtValue());
    return std::nullopt;
  }
  if (cast && cast->getCastKind() == clang::CK_FloatingCast && depth <= kMostDepth &&
      reader.ast.getTypeSize(expr->getType()) > reader.ast.getTypeSize(cast->getSubExpr()->getType()))
    return wholeWithin(reader, cast->getSubExpr(), isAlone, depth + 1);
  if (!reader.ast.hasSameUnqualifiedType(expr->getType(), reader.ast.DoubleTy) || depth > kMostDepth)
    return std::nullopt;
  if (cast && cast->getCastKind() == clang::CK_IntegralToFloating) {
    const clang::QualType from = cast->getSubExpr()->getType();
    const bool isHeld = from->isSignedIntegerType() && reader.ast.getTypeSize(from) <= 32;
    return isHeld ? affineOf(reader, cast->getSubExpr()) : std::nullopt;
  }
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expr); unary && unary->getOpcode() == clang::UO_Minus) {
    const std::optional<Poly> value = wholeWithin(reader, unary->getSubExpr(), false, depth + 1);
    return value ? std::optional(Poly(0) - *value) : std::nullopt;
  }
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(expr);
  if (!sum || !sum->isAdditiveOp())
    return std::nullopt;
  const std::optional<Poly> left = wholeWithin(reader, sum->getLHS(), false, depth + 1),
                            right = left ? wholeWithin(reader, sum->getRHS(), false, depth + 1) : std::nullopt;
  return right ? limited(reader, sum->getOpcode() == clang::BO_Add ? *left + *right : *left - *right) : std::nullopt;
}

} // namespace

std::optional<Poly> wholeNumber(Reader &reader, const clang::Expr *expr) { return wholeWithin(reader, expr, true, 0); }

} // namespace kasane
