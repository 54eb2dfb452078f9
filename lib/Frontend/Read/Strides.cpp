// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells with a step other than 1 visit the cells that are congruent to their first value:
//
//   for (i = 1 + (j + c) % 2; i < nx; i += 2) S    ->    for (i = 1; i < nx; i++) if ((i - (1 + (j + c) % 2)) % 2 == 0)
//   S
//
// The box begins at the least first value there is. Of the cells from there on, the first that is congruent to the
// loop's own first value is that value, as long as first values are less than a step apart.
#include "Read/Reader.h"

namespace kasane {
namespace {

ExprPtr both(const ExprPtr &left, const ExprPtr &right) {
  return left ? binary(BinaryOp::LogicalAnd, left, right) : right;
}

// Without the cells past the last one that is visited.
void trim(DraftLoop &loop) {
  std::optional<int64_t> span = (loop.hi - loop.lo).constant();
  if (!span || *span < 1)
    return;
  Poly reach = (*span - 1) / loop.stride * loop.stride;
  if (loop.direction > 0)
    loop.hi = loop.lo + reach + Poly(1);
  else
    loop.lo = loop.hi - Poly(1) - reach;
}

} // namespace

std::optional<ExprPtr> readStride(Reader &reader, const LoopShape &shape, const Poly &limit, DraftLoop &loop,
                                  std::vector<StmtPtr> &out) {
  std::optional<Values> firsts = valuesOf(reader, shape.first);
  std::vector<StmtPtr> *outer = std::exchange(reader.nest.hoist, &out);
  ExprPtr first = firsts ? castTo(ScalarType::I64, cellExpr(reader, shape.first)) : nullptr;
  reader.nest.hoist = outer;
  if (!first)
    return std::nullopt;
  bool up = shape.step > 0;
  Poly past = shape.inclusive ? 1 : 0;
  loop.stride = up ? shape.step : -shape.step;
  loop.lo = up ? firsts->lo : limit - past + Poly(1);
  loop.hi = up ? limit + past : firsts->hi + Poly(1);
  loop.moving = !(firsts->lo == firsts->hi);
  if (!loop.moving)
    trim(loop);
  ExprPtr cell = makeExpr(ScalarType::I64, IndexRef{static_cast<int>(reader.nest.loops.size())}, loop.range);
  ExprPtr condition;
  std::optional<int64_t> apart = (firsts->hi - firsts->lo).constant();
  if (!apart || *apart >= loop.stride)
    condition = binary(up ? BinaryOp::Ge : BinaryOp::Le, cell, first);
  ExprPtr distance = binary(BinaryOp::Sub, cell, first);
  ExprPtr rest = binary(BinaryOp::Rem, distance, intLit(loop.stride));
  return both(condition, binary(BinaryOp::Eq, rest, intLit(0)));
}

} // namespace kasane
