// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotKernels.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

GridAxis oneTile(const Context &context, int axis) { return {context.origin[axis], intLit(0), intLit(1), 1}; }

ExprBounds both(const ExprBounds &a, const ExprBounds &b) { return {maxOf(a.lo, b.lo), minOf(a.hi, b.hi)}; }

KStmtPtr whereAny(const ExprBounds &cells, KBody body) {
  return makeKStmt(KIf{binary(BinaryOp::Lt, cells.lo, cells.hi), std::move(body), {}});
}

} // namespace

Kernel cornerKernel(const Context &whole, const PivotCells &pass) {
  Kernel kernel;
  kernel.name = whole.program.name + "_corner";
  kernel.comment = "steps where their rows and columns meet";
  kernel.group = {1, 1, 1};
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = oneTile(pass.context, a);
  const std::array<ExprBounds, 2> within = {{{pass.from[0], pass.to[0]}, {pass.from[1], pass.to[1]}}};
  KBody step = pass.notedColumns(false, within[1]);
  append(step, pass.withRows(pass.notedCorner(false)));
  for (const PivotPart &part : pass.pivot.parts)
    append(step, pass.cells(part, within, PivotCells::RowsFrom::Corner, [](const PivotRead &) { return false; }));
  append(step, pass.notedColumns(true, within[1]));
  append(step, pass.withRows(pass.notedCorner(true)));
  kernel.body = {pass.eachStep(std::move(step))};
  return finished(whole, pass, pass.panels.all(), std::move(kernel));
}

Kernel rowsKernel(const Context &whole, const PivotCells &pass) {
  const Context &context = pass.context;
  const int64_t width = pass.panels.width();
  Kernel kernel;
  kernel.name = whole.program.name + "_rows";
  kernel.comment = "steps in the rest of their rows";
  kernel.group = {1, 1, 1};
  kernel.grid = {GridAxis{context.origin[0], pass.panels.lo(0), pass.panels.hi(0), width}, oneTile(context, 1),
                 oneTile(context, 2)};
  const ExprBounds tile = {context.from(0), minOf(add(context.from(0), intLit(width)), pass.panels.hi(0))};
  for (const int side : {-1, 1}) {
    if (!pass.hasSide(0, side))
      continue;
    const ExprBounds columns = both(tile, pass.beside(0, side));
    KBody step = pass.notedRows(false, columns, context.from(0));
    for (const PivotPart &part : pass.pivot.parts)
      if (part.side[0] == side)
        append(step, pass.cells(part, {{columns, {pass.from[1], pass.to[1]}}}, PivotCells::RowsFrom::Panels,
                                [](const PivotRead &read) { return read.at[0]; }));
    append(step, pass.notedRows(true, columns, context.from(0)));
    kernel.body.push_back(whereAny(columns, {pass.eachStep(std::move(step))}));
  }
  return finished(whole, pass, pass.panels.all(), std::move(kernel));
}

Kernel columnsKernel(const Context &whole, const PivotCells &pass) {
  const Context &context = pass.context;
  Kernel kernel;
  kernel.name = whole.program.name + "_columns";
  kernel.comment = "steps in the rest of their columns";
  kernel.group = {1, 1, 1};
  kernel.grid = {oneTile(context, 0), GridAxis{context.origin[1], pass.panels.lo(1), pass.panels.hi(1), kPivotRows},
                 oneTile(context, 2)};
  const ExprBounds tile = {context.from(1), minOf(add(context.from(1), intLit(kPivotRows)), pass.panels.hi(1))};
  for (const int side : {-1, 1}) {
    if (!pass.hasSide(1, side))
      continue;
    const ExprBounds rows = both(tile, pass.beside(1, side));
    KBody step = pass.notedColumns(false, rows);
    for (const PivotPart &part : pass.pivot.parts)
      if (part.side[1] == side)
        append(step, pass.cells(part, {{{pass.from[0], pass.to[0]}, rows}}, PivotCells::RowsFrom::Corner,
                                [](const PivotRead &read) { return read.at[1]; }));
    append(step, pass.notedColumns(true, rows));
    kernel.body.push_back(whereAny(rows, {pass.eachStep(std::move(step))}));
  }
  return finished(whole, pass, pass.panels.all(), std::move(kernel));
}

} // namespace kasane::lowering
