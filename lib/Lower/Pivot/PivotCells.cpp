// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotCells.h"

namespace kasane::lowering {
namespace {

ExprPtr truth(bool value) { return intLit(value ? 1 : 0); }

} // namespace

ExprPtr PivotCells::writtenDown(const PivotRead &read, const ExprPtr &version, ScalarType type, RowsFrom rows) const {
  const ExprPtr now = scalar(step);
  if (read.at[0]) {
    const ExprPtr y = read.at[1] ? placeOf(1) : context.at(1);
    return makeExpr(type, Load{panels.columns().at(read.field).name, panels.inColumns(version, y, now)});
  }
  if (rows == RowsFrom::Corner)
    return makeExpr(type, Load{panels.corners().at(read.field).name, panels.inCorner(version, context.at(0), now)});
  return makeExpr(type, Load{panels.rows().at(read.field).name, panels.inRows(version, context.at(0), now)});
}

KBody PivotCells::cells(const PivotPart &part, const std::array<ExprBounds, 2> &within, RowsFrom rows,
                        const std::function<bool(const PivotRead &)> &panelled) const {
  Elements elements;
  elements.read = [&](const FieldRead &element, ScalarType type) {
    const std::optional<PivotRead> read = pivot.readOf(part, element);
    if (read && (panelled(*read) || pivot.kept.count(element.field)))
      return writtenDown(*read, truth(read->isNew), type, rows);
    return makeExpr(type, Load{context.program.fields[element.field].name, elementIndex(context, element)});
  };
  elements.store = [&](const FieldRead &element, ExprPtr value) -> KStmtPtr {
    return makeKStmt(
        KStore{context.program.fields[element.field].name, elementIndex(context, element), std::move(value)});
  };
  KBody cell = lowerCell(context, context.program.stages[part.stage].body, 0, elements);
  const ExprBounds x = cellsOf(part, 0, within[0]), y = cellsOf(part, 1, within[1]);
  KBody row = withRows({makeKStmt(CellLoop{0, context.cell[0], x.lo, x.hi, std::move(cell)})});
  return {makeKStmt(KFor{context.cell[1], y.lo, y.hi, 1, std::move(row)})};
}

KBody PivotCells::notedColumns(bool isNew, const ExprBounds &rows) const {
  KBody stores;
  for (const auto &[f, panel] : panels.columns())
    if (panel.isUsed[isNew ? 1 : 0]) {
      FieldRead element{f, {}};
      element.at.set(0, pivot.place[0]);
      const ExprPtr value = makeExpr(panel.type, Load{context.program.fields[f].name, elementIndex(context, element)});
      stores.push_back(
          makeKStmt(KStore{panel.name, panels.inColumns(truth(isNew), context.at(1), scalar(step)), value}));
    }
  if (stores.empty())
    return {};
  return {makeKStmt(KFor{context.cell[1], rows.lo, rows.hi, 1, withRows(std::move(stores))})};
}

KBody PivotCells::notedRows(bool isNew, const ExprBounds &columns, const std::optional<ExprPtr> &panel) const {
  KBody stores;
  for (const auto &[f, p] : panel ? panels.rows() : panels.corners())
    if (p.isUsed[isNew ? 1 : 0]) {
      FieldRead element{f, {}};
      element.at.set(1, pivot.place[1]);
      const ExprPtr value = makeExpr(p.type, Load{context.program.fields[f].name, elementIndex(context, element)});
      const ExprPtr inPanel =
          panel ? add(add(panels.panelOf(truth(isNew), *panel), mul(scalar(step), intLit(panels.width()))),
                      sub(context.at(0), *panel))
                : panels.inCorner(truth(isNew), context.at(0), scalar(step));
      stores.push_back(makeKStmt(KStore{p.name, inPanel, value}));
    }
  if (stores.empty())
    return {};
  return {makeKStmt(CellLoop{0, context.cell[0], columns.lo, columns.hi, std::move(stores)})};
}

KBody PivotCells::notedCorner(bool isNew) const { return notedRows(isNew, {from[0], to[0]}, std::nullopt); }

} // namespace kasane::lowering
