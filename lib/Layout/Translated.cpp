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

ExprPtr translated(const ExprPtr &expr, const Meaning &meaning) {
  if (!expr)
    return nullptr;
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
              return IfStmt{translated(s.condition, meaning), translated(s.thenBody, meaning),
                            translated(s.elseBody, meaning)};
            }),
        stmt->range));
  return out;
}

} // namespace kasane
