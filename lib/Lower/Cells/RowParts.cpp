// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Cells/RowParts.h"

namespace kasane::lowering {

KBody rowInParts(const Context &context, const ExprBounds &bounds, KBody cell, const AxisBounds &between, KBody calm) {
  const std::string &x = context.cell[0];
  Names names = context.names;
  const std::string first = names.fresh(x + "_first"), end = names.fresh(x + "_end"), edge = names.fresh(x + "_edge");
  // Tiles, and rows that are shorter than their ends, have less or nothing between them.
  const ExprPtr from = least(greatest(bounds.lo, toExpr(between.lo)), bounds.hi);
  const ExprPtr last = least(bounds.hi, toExpr(between.hi));
  const bool isNumber = std::holds_alternative<IntLit>(from->node);
  const ExprPtr to = last == bounds.hi ? last : greatest(isNumber ? from : scalar(first), last);
  KBody out = {makeKStmt(KLet{first, ScalarType::I64, from}), makeKStmt(KLet{end, ScalarType::I64, to})};
  if (!calm.empty())
    out.push_back(makeKStmt(CellLoop{0, x, scalar(first), scalar(end), std::move(calm)}));
  const ExprPtr skipped = sub(scalar(end), scalar(first)), before = sub(scalar(first), bounds.lo);
  const ExprPtr place =
      makeExpr(ScalarType::I64, Select{binary(BinaryOp::Lt, scalar(edge), before), intLit(0), skipped});
  cell.insert(cell.begin(), makeKStmt(KLet{x, ScalarType::I64, add(add(bounds.lo, scalar(edge)), place)}));
  out.push_back(
      makeKStmt(CellLoop{0, edge, intLit(0), sub(sub(bounds.hi, bounds.lo), skipped), std::move(cell), 1, true}));
  return out;
}

} // namespace kasane::lowering
