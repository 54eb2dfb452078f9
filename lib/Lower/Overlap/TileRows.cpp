// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overlap/TileRows.h"

namespace kasane::lowering {

TileArray arrayOf(const Tiles &t, FieldId b) {
  const Schedule &schedule = t.context.schedule;
  return tileArrayOf(t.context.program, t.cone, b, schedule.tile, schedule.rowLoops);
}

// On-chip index of the cell at x = 0 of this row.
ExprPtr tileRow(const Tiles &t, FieldId b) {
  const Reach &reach = t.cone.buffers[b].reach;
  const TileArray array = arrayOf(t, b);
  ExprPtr base = intLit(0);
  int64_t stride = 1;
  for (int a = 0; a < t.context.program.rank; ++a) {
    ExprPtr position = a == 0 ? sub(intLit(array.lead + array.before), t.context.from(0))
                              : add(sub(t.context.at(a), t.context.from(a)), intLit(-reach.lo[a]));
    base = a == 0 ? position : add(mul(position, intLit(stride)), base);
    stride *= array.span[a];
  }
  return base;
}

ExprPtr tileIndex(const Tiles &t, FieldId b, const Offset &offset) {
  const TileArray array = arrayOf(t, b);
  int64_t shift = 0, stride = 1;
  for (int a = 0; a < t.context.program.rank; ++a) {
    shift += offset[a] * stride;
    stride *= array.span[a];
  }
  if (t.context.program.rank == 1) // no row to stand in: the tile's loops are siblings in one scope
    return add(sub(t.context.at(0), t.context.from(0)), intLit(shift + array.lead + array.before));
  return add(add(scalar(t.context.tileRow[b]), t.context.at(0)), intLit(shift));
}

ExprPtr firstAlong(const Tiles &t, const JoinedNests &run) {
  const Schedule &schedule = t.context.schedule;
  const int64_t line = lineOfRows(t.context.program, schedule.tile, schedule.rowLoops);
  const int64_t halo = -t.cone.stages[run.first].reach.lo[0];
  bool may = !t.context.rings.axis[0] && halo % line != 0;
  for (size_t k = run.first; k < run.end; ++k)
    may = may && mayBeMadeAlong(t.context.program.stages[t.cone.stages[k].stage]);
  if (!may)
    return nullptr;
  const AxisBounds &domain = t.context.program.stages[t.cone.stages[run.first].stage].domain[0];
  return greatest(sub(t.context.from(0), intLit((halo + line - 1) / line * line)), toExpr(domain.lo));
}

KBody rowsAlong(const Context &context, const CellBounds &bounds, const ExprPtr &first, const KBody &rows, KBody cell,
                const SingleCells &single) {
  KBody row = {
      makeKStmt(CellLoop{0, context.cell[0], first, bounds[0].hi, std::move(cell), 1, /*few=*/false, bounds[0].lo})};
  return rowLoops(context, bounds, rows, std::move(row), single);
}

} // namespace kasane::lowering
