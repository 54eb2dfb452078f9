// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CellPoly.h"

namespace kasane {

std::string indexSymbol(int axis) { return "#" + std::to_string(axis); }

std::optional<Poly> cellPoly(const IsParam &isParam, const Expr &e) {
  if (const auto *lit = std::get_if<IntLit>(&e.node))
    return Poly(lit->value);
  if (const auto *ref = std::get_if<ScalarRef>(&e.node))
    return isParam(ref->name) ? std::optional(Poly::symbol(ref->name)) : std::nullopt;
  if (isFloat(e.type) || !isSigned(e.type))
    return std::nullopt;
  if (const auto *index = std::get_if<IndexRef>(&e.node))
    return Poly::symbol(indexSymbol(index->axis));
  if (const auto *cast = std::get_if<Cast>(&e.node)) {
    const Expr &inner = *cast->operand;
    bool widens = !isFloat(inner.type) && sizeOf(inner.type) <= sizeOf(e.type) && isSigned(inner.type);
    // The loop's own variable had room for every index; a parameter of 64 bits has no sign bit to lose.
    widens |= std::holds_alternative<IndexRef>(inner.node) && sizeOf(e.type) >= 4;
    widens |= std::holds_alternative<ScalarRef>(inner.node) && e.type == ScalarType::I64;
    return widens ? cellPoly(isParam, inner) : std::nullopt;
  }
  if (const auto *unary = std::get_if<Unary>(&e.node); unary && unary->op == UnaryOp::Negate) {
    std::optional<Poly> operand = cellPoly(isParam, *unary->operand);
    return operand ? std::optional(Poly(0) - *operand) : std::nullopt;
  }
  const auto *b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub && b->op != BinaryOp::Mul))
    return std::nullopt;
  std::optional<Poly> left = cellPoly(isParam, *b->left), right = cellPoly(isParam, *b->right);
  if (!left || !right)
    return std::nullopt;
  if (b->op == BinaryOp::Mul)
    return *left * *right;
  return b->op == BinaryOp::Add ? *left + *right : *left - *right;
}

std::optional<Poly> cellPolyOrZero(const IsParam &isParam, const Expr &e) {
  const auto *cast = std::get_if<Cast>(&e.node);
  if (cast && !isFloat(cast->operand->type) &&
      (e.type == ScalarType::Bool || sizeOf(e.type) >= sizeOf(cast->operand->type)))
    return cellPolyOrZero(isParam, *cast->operand);
  const auto *index = std::get_if<IndexRef>(cast && sizeOf(e.type) >= 4 ? &cast->operand->node : &e.node);
  return index ? Poly::symbol(indexSymbol(index->axis)) : cellPoly(isParam, e);
}

} // namespace kasane
