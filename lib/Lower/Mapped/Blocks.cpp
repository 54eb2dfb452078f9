// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Mapped/Blocks.h"

namespace kasane::lowering {

Blocks::Blocks(Context &context, const Mapped &made) : mapped(made), map(*made.program.map) {
  for (const MappedArray &array : mapped.arrays)
    names.push_back(
        context.names.fresh(mapped.program.fields[static_cast<size_t>(array.fields.front())].name + "_blocks"));
}

ExprPtr Blocks::elementAt(const BlockShape &shape, const ExprPtr &place) const {
  if (shape.components == 1)
    return place;
  const ExprPtr cells = intLit(mapped.cellsOfBlock());
  return add(mul(binary(BinaryOp::Div, place, cells), intLit(block(shape))), binary(BinaryOp::Rem, place, cells));
}

ExprPtr Blocks::numberOf(const ExprPtr &z, const ExprPtr &y, const ExprPtr &x) const {
  const ExprPtr cells = intLit(mapped.cells);
  ExprPtr out = mapped.program.rank == 3 ? add(mul(z, cells), y) : y;
  int64_t ghosts = 0; // the program counts those before the first cell
  for (int a = 0; a < mapped.program.rank; ++a)
    ghosts += mapped.ghosts * strideOf(a);
  return sub(add(mul(out, cells), x), intLit(ghosts));
}

int64_t Blocks::strideOf(int axis) const {
  int64_t stride = 1;
  for (int a = 0; a < axis; ++a)
    stride *= mapped.cells;
  return stride;
}

ExprPtr Blocks::table(const Context &context, FieldId field, const ExprPtr &index) const {
  const Field &f = context.program.fields[static_cast<size_t>(field)];
  return makeExpr(ScalarType::I64, Cast{makeExpr(f.elem, Load{f.name, index})});
}

ExprPtr Blocks::baseOf(const Context &context, const BlockShape &shape, const ExprPtr &leaf,
                       const ExprPtr &direction) const {
  const ExprPtr at = add(mul(leaf, intLit(mapped.directions())), direction);
  return add(mul(table(context, map.block, at), intLit(block(shape))), table(context, map.shift, at));
}

} // namespace kasane::lowering
