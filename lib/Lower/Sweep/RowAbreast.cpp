// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Sweep/RowAbreast.h"

#include "Cells/StageRow.h"
#include "Sweep/CellsAbreast.h"

namespace kasane::lowering {
namespace {

constexpr int64_t kLine = 32; // cells: whole lines of memory, of any type

bool hasSides(const Context &context) { return context.sided && context.program.rank == 2; } // along x

// Is the tile's first cell a multiple, and the rows of memory's? Null: they are.
ExprPtr beginAtMultiples(const SweepRow &row, int64_t cells, const ExprPtr &isDense) {
  const ExprPtr first = firstTile(row.schedule, inStep(row.context, row.stage.domain[0].lo));
  const auto *known = std::get_if<IntLit>(&first->node);
  if (known && known->value % cells == 0 && !hasSides(row.context))
    return isDense;
  return both(isDense, binary(BinaryOp::Eq, binary(BinaryOp::Rem, row.context.from(0), intLit(cells)), intLit(0)));
}

// Those that are all in memory at once, the others one by one.
KBody cellsOf(const SweepRow &row, const Abreast &abreast, CellsAbreast made,
              const std::function<KBody(KBody)> &inRows) {
  const ExprPtr first = scalar(made.first), end = add(first, intLit(abreast.cells));
  const ExprPtr until =
      hasSides(row.context) ? minOf(toExpr(abreast.within.hi), scalar(kSideEnd)) : toExpr(abreast.within.hi);
  const ExprPtr isWhole = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, first, toExpr(abreast.within.lo)),
                                 binary(BinaryOp::Le, end, until));
  KFor others{row.context.cell[0], greatest(first, inStep(row.context, row.stage.domain[0].lo)), least(end, row.x.hi),
              1, row.cell};
  KBody cells = {makeKStmt(KIf{isWhole, std::move(made.body), inRows({makeKStmt(std::move(others))})})};
  return {makeKStmt(CellLoop{0, made.first, row.context.from(0), row.x.hi, std::move(cells), abreast.cells})};
}

// Whose cell is in the first of several rows.
Context inFirstRow(const Context &context, int axis) {
  Context out = context;
  out.cell[axis] = out.image[axis] = out.names.fresh(context.cell[axis] + "_first");
  for (size_t f = 0; f < out.row.size(); ++f)
    out.row[f] = out.names.fresh(context.program.fields[f].name + "_first_row");
  return out;
}

} // namespace

ExprPtr firstTile(const Schedule &schedule, const ExprPtr &lo) {
  const auto *known = std::get_if<IntLit>(&lo->node);
  const bool isOfLines = schedule.abreast && known && known->value > 0 && schedule.tile[0] % kLine == 0;
  return isOfLines ? intLit(known->value - known->value % kLine) : lo;
}

std::optional<KBody> rowAbreast(const SweepRow &row) {
  const std::optional<Abreast> abreast = abreastOf(row.context.program, row.stage);
  if (!abreast || !hasWholeLoads(abreast->cells, row.schedule.tile, row.schedule.group))
    return std::nullopt;
  CellsAbreast made = cellsAbreast(row.context, row.stage, *abreast, row.isStored);
  const ExprPtr holds = beginAtMultiples(row, abreast->cells, made.isDense);
  KBody cells = cellsOf(row, *abreast, std::move(made), [](KBody others) { return others; });
  return holds ? KBody{makeKStmt(KIf{holds,
                                     std::move(cells),
                                     {makeKStmt(CellLoop{0, row.context.cell[0], row.x.lo, row.x.hi, row.cell})}})}
               : cells;
}

std::optional<KBody> marchedRows(const SweepRow &row, const CellBounds &bounds) {
  const StencilProgram &program = row.context.program;
  const std::optional<Abreast> abreast = abreastOf(program, row.stage);
  if (!planesOfMarch(row.schedule.tile, row.schedule.group, program.rank) || !abreast ||
      !hasWholeLoads(abreast->cells, row.schedule.tile, row.schedule.group))
    return std::nullopt;
  const ExprBounds &planes = bounds[program.rank - 1];
  const March march{marchColumns(program, row.stage, *abreast), planes.lo};
  if (march.columns.empty())
    return std::nullopt;
  auto along = [&](KBody body) {
    return KFor{row.context.cell[program.rank - 1], planes.lo, planes.hi, 1,
                withBases(row.context, row.stage, std::move(body))};
  };
  CellsAbreast made = cellsAbreast(row.context, row.stage, *abreast, row.isStored, march);
  const ExprPtr holds = both(beginAtMultiples(row, abreast->cells, made.isDense),
                             binary(BinaryOp::Lt, planes.lo, planes.hi)); // what is held is in memory then
  KFor loop = along(std::move(made.body));
  loop.staysLoop = true;
  made.body = std::move(made.before);
  made.body.push_back(makeKStmt(std::move(loop)));
  KBody cells =
      cellsOf(row, *abreast, std::move(made), [&](KBody others) { return KBody{makeKStmt(along(std::move(others)))}; });
  KBody alone = {makeKStmt(CellLoop{0, row.context.cell[0], row.x.lo, row.x.hi, row.cell})};
  return KBody{makeKStmt(KIf{holds, std::move(cells), {makeKStmt(along(std::move(alone)))}})};
}

std::optional<RowsAtOnce> rowsAtOnce(const SweepRow &row, const CellBounds &bounds, KBody alone) {
  std::optional<Abreast> abreast;
  const Jam jam = jamOf(row.schedule.tile, row.schedule.group, [&](const Jam &may) {
    abreast = abreastOf(row.context.program, row.stage, may);
    return abreast && hasWholeLoads(abreast->cells, row.schedule.tile, row.schedule.group);
  });
  if (jam.rows == 1)
    return std::nullopt;
  const Context context = inFirstRow(row.context, jam.axis);
  const ExprPtr first = context.at(jam.axis), end = add(first, intLit(jam.rows)), &most = bounds[jam.axis].hi;
  auto each = [&](const ExprPtr &until, KBody body) {
    return KBody{makeKStmt(KFor{row.context.cell[jam.axis], first, until, 1, std::move(body)})};
  };
  CellsAbreast made = cellsAbreast(context, row.stage, *abreast, row.isStored);
  const ExprPtr holds = both(beginAtMultiples(row, abreast->cells, made.isDense), binary(BinaryOp::Le, end, most));
  KBody rows = cellsOf(row, *abreast, std::move(made),
                       [&](KBody others) { return each(end, withBases(row.context, row.stage, std::move(others))); });
  rows = withBases(context, row.stage, std::move(rows));
  return RowsAtOnce{
      jam, context.cell[jam.axis], {makeKStmt(KIf{holds, std::move(rows), each(least(end, most), std::move(alone))})}};
}

} // namespace kasane::lowering
