// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Translated.h"

#include "kasane/IR/Operands.h"
#include "kasane/Support/Match.h"

#include <algorithm>
#include <cstdlib>

namespace kasane {
namespace {

// The difference in the value's own type; null: the shift isn't a sum of numbers and parameters of such a type.
ExprPtr minus(ExprPtr value, const Poly &shift, const std::vector<Param> &params) {
  for (const auto &[names, factor] : shift.terms()) {
    const auto param = names.empty() ? params.end() : std::ranges::find(params, names.front(), &Param::name);
    const bool isOwn = param != params.end() && param->type == value->type && names.size() == 1;
    if (!names.empty() && (!isOwn || std::abs(factor) != 1))
      return nullptr;
    const ExprPtr term =
        names.empty() ? intLit(std::abs(factor), value->type) : makeExpr(param->type, ScalarRef{param->name});
    value = binary(factor > 0 ? BinaryOp::Sub : BinaryOp::Add, value, term);
  }
  return value;
}

// The loop's variable, or what it is in another integer type, for which the conversion comes first: conditions that
// look so say where the cell lies (see Narrow.h). Null: the expression is neither.
ExprPtr coordinate(const Expr &e, const Meaning &meaning) {
  const auto *cast = std::get_if<Cast>(&e.node);
  const auto *index = std::get_if<IndexRef>(cast ? &cast->operand->node : &e.node);
  const bool isInteger = !isFloat(e.type) && e.type != ScalarType::Bool && sizeOf(e.type) >= 4;
  if (!index || !isInteger)
    return nullptr;
  const int axis = meaning.axis[index->axis];
  const Poly &shift = meaning.shift[axis];
  const ExprPtr cell = makeExpr(cast ? cast->operand->type : e.type, IndexRef{axis}, e.range);
  if (!cast)
    return sub(cell, toExpr(shift, meaning.params));
  return minus(makeExpr(e.type, Cast{cell}, e.range), shift, meaning.params);
}

bool isSignedInteger(const Expr &e) { return !isFloat(e.type) && isSigned(e.type) && sizeOf(e.type) >= 4; }

// The same integer in 64 bits: a sum or product of signed ones doesn't overflow in the source. Null: it is another
// kind of expression.
ExprPtr widened(const Expr &e, const Meaning &meaning) {
  if (!isSignedInteger(e))
    return nullptr;
  const auto *cast = std::get_if<Cast>(&e.node);
  if (const auto *index = std::get_if<IndexRef>(cast ? &cast->operand->node : &e.node)) {
    const int axis = meaning.axis[index->axis];
    return sub(makeExpr(ScalarType::I64, IndexRef{axis}, e.range), toExpr(meaning.shift[axis], meaning.params));
  }
  if (cast)
    return sizeOf(cast->operand->type) <= sizeOf(e.type) ? widened(*cast->operand, meaning) : nullptr;
  if (const auto *number = std::get_if<IntLit>(&e.node))
    return intLit(number->value);
  if (const auto *ref = std::get_if<ScalarRef>(&e.node)) {
    const ExprPtr value = makeExpr(e.type, *ref, e.range);
    return std::ranges::find(meaning.params, ref->name, &Param::name) == meaning.params.end() ? nullptr
           : e.type == ScalarType::I64                                                        ? value
                                       : makeExpr(ScalarType::I64, Cast{value}, e.range);
  }
  const auto *b = std::get_if<Binary>(&e.node);
  if (!b || (b->op != BinaryOp::Add && b->op != BinaryOp::Sub && b->op != BinaryOp::Mul))
    return nullptr;
  const ExprPtr left = widened(*b->left, meaning), right = widened(*b->right, meaning);
  return left && right ? makeExpr(ScalarType::I64, Binary{b->op, left, right}, e.range) : nullptr;
}

// Does a narrow variable of the loops occur, from which the shift can't be taken in its own type?
bool isFarShifted(const Expr &e, const Meaning &meaning) {
  const auto *cast = std::get_if<Cast>(&e.node);
  if (cast && std::holds_alternative<IndexRef>(cast->operand->node))
    return sizeOf(e.type) < 8 && coordinate(e, meaning) == nullptr;
  const auto *b = std::get_if<Binary>(&e.node);
  return (cast && isFarShifted(*cast->operand, meaning)) ||
         (b && (isFarShifted(*b->left, meaning) || isFarShifted(*b->right, meaning)));
}

// i < n - 1 of narrow integers, as a comparison of wide ones: a difference that is converted to a narrow one says
// nothing of where the cell lies. Null: it can stay as it is.
ExprPtr comparedWide(const Expr &e, const Meaning &meaning) {
  const auto *b = std::get_if<Binary>(&e.node);
  if (!b || b->op < BinaryOp::Lt || (!isFarShifted(*b->left, meaning) && !isFarShifted(*b->right, meaning)))
    return nullptr;
  const ExprPtr left = widened(*b->left, meaning), right = widened(*b->right, meaning);
  return left && right ? makeExpr(e.type, Binary{b->op, left, right}, e.range) : nullptr;
}

// A condition; i for i != 0.
ExprPtr wideTruth(const Expr &e, const Meaning &meaning) {
  const ExprPtr wide = isFarShifted(e, meaning) && isSignedInteger(e) ? widened(e, meaning) : nullptr;
  return wide ? binary(BinaryOp::Ne, wide, intLit(0)) : nullptr;
}

ExprPtr translated(const ExprPtr &expr, const Meaning &meaning) {
  if (!expr)
    return nullptr;
  if (const auto *select = std::get_if<Select>(&expr->node))
    if (const ExprPtr truth = wideTruth(*select->condition, meaning))
      return makeExpr(expr->type,
                      Select{truth, translated(select->whenTrue, meaning), translated(select->whenFalse, meaning)},
                      expr->range);
  if (const ExprPtr wide = comparedWide(*expr, meaning))
    return wide;
  if (const auto *read = std::get_if<FieldRead>(&expr->node))
    return makeExpr(expr->type, meaning.element(read->field), expr->range);
  if (const ExprPtr value = coordinate(*expr, meaning))
    return value;
  return withOperands(expr, [&](const ExprPtr &operand) { return translated(operand, meaning); });
}

} // namespace

std::vector<StmtPtr> translated(const std::vector<StmtPtr> &body, const Meaning &meaning) {
  std::vector<StmtPtr> out;
  for (const StmtPtr &stmt : body)
    out.push_back(makeStmt(
        match(
            stmt->node,
            [&](const LocalDecl &s) -> Stmt::Node { return LocalDecl{s.name, s.type, translated(s.init, meaning)}; },
            [&](const LocalAssign &s) -> Stmt::Node {
              return LocalAssign{s.name, s.type, translated(s.value, meaning)};
            },
            [&](const FieldStore &s) -> Stmt::Node {
              FieldRead place = meaning.element(s.field);
              return FieldStore{place.field, place.offset, translated(s.value, meaning)};
            },
            [&](const IfStmt &s) -> Stmt::Node {
              const ExprPtr truth = wideTruth(*s.condition, meaning);
              return IfStmt{truth ? truth : translated(s.condition, meaning), translated(s.thenBody, meaning),
                            translated(s.elseBody, meaning)};
            }),
        stmt->range));
  return out;
}

} // namespace kasane
