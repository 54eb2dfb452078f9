// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/LeafTiles.h"

namespace kasane::lowering {
namespace {

// How many tiles an axis has.
ExprPtr tilesOf(const GridAxis &axis) {
  const ExprPtr cells = sub(axis.hi, axis.lo);
  const std::optional<Poly> known = toPoly(cells);
  if (axis.step == 0)
    return intLit(1);
  if (known && known->constant())
    return intLit((*known->constant() + axis.step - 1) / axis.step);
  return axis.step == 1 ? cells : binary(BinaryOp::Div, add(cells, intLit(axis.step - 1)), intLit(axis.step));
}

} // namespace

void addLeaves(const Context &context, Kernel &kernel, const AxisBounds &leaves, const std::string &name) {
  const int axis = context.program.rank - 1;
  const GridAxis within = kernel.grid[axis];
  const ExprPtr tile = scalar(context.leafTile), count = tilesOf(within);
  const auto *number = std::get_if<IntLit>(&count->node);
  const ExprPtr leaf = number ? dividedBy(tile, number->value) : binary(BinaryOp::Div, tile, count),
                nth = number ? remainderOf(tile, number->value) : binary(BinaryOp::Rem, tile, count);
  kernel.grid[axis] = {context.leafTile, mul(toExpr(leaves.lo), count), mul(toExpr(leaves.hi), count), 1};
  KBody lets = {makeKStmt(KLet{name, ScalarType::I64, leaf}),
                makeKStmt(KLet{context.origin[axis], ScalarType::I64, add(within.lo, mul(nth, intLit(within.step)))})};
  dropUnusedLets(lets, kernel.body);
  kernel.body.insert(kernel.body.begin(), lets.begin(), lets.end());
}

} // namespace kasane::lowering
