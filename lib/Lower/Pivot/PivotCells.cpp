// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/PivotCells.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

ExprPtr truth(bool value) { return intLit(value ? 1 : 0); }

Context inPass(Context &whole, std::string &step, std::string &steps) {
  step = whole.names.fresh("step");
  steps = whole.names.fresh("steps");
  Context out = whole;
  out.time = whole.names.fresh(whole.time + "_now");
  return out;
}

} // namespace

PivotPass::PivotPass(Context &whole, const Pivot &p, const Panels &made)
    : context(inPass(whole, step, steps)), pivot(p), panels(made), begin(whole.time) {
  for (int a = 0; a < 2; ++a) {
    from[static_cast<size_t>(a)] = inStep(whole, pivot.place[static_cast<size_t>(a)]);
    to[static_cast<size_t>(a)] = add(from[static_cast<size_t>(a)], scalar(steps));
  }
}

KStmtPtr PivotPass::eachStep(KBody body) const {
  KBody now = {makeKStmt(KLet{context.time, ScalarType::I64, add(scalar(begin), scalar(step))})};
  dropUnusedLets(now, body);
  body.insert(body.begin(), now.begin(), now.end());
  return makeKStmt(KFor{step, intLit(0), scalar(steps), 1, std::move(body)});
}

ExprBounds PivotPass::cellsOf(const PivotPart &part, int axis, const ExprBounds &among) const {
  const AxisBounds &domain = context.program.stages[part.stage].domain[static_cast<size_t>(axis)];
  return {maxOf(among.lo, inStep(context, domain.lo)), minOf(among.hi, inStep(context, domain.hi))};
}

ExprBounds PivotPass::beside(int axis, int side) const {
  const auto a = static_cast<size_t>(axis);
  if (side < 0)
    return {toExpr(pivot.whole[a].lo), from[a]};
  return {to[a], toExpr(pivot.whole[a].hi)};
}

bool PivotPass::hasSide(int axis, int side) const {
  return std::ranges::any_of(pivot.parts,
                             [&](const PivotPart &part) { return part.side[static_cast<size_t>(axis)] == side; });
}

KBody PivotPass::withRows(KBody body) const {
  KBody bases;
  for (size_t f = 0; f < context.program.fields.size(); ++f)
    bases.push_back(makeKStmt(KLet{context.row[f], ScalarType::I64, rowBase(context, static_cast<FieldId>(f))}));
  dropUnusedLets(bases, body);
  body.insert(body.begin(), bases.begin(), bases.end());
  return body;
}

ExprPtr PivotPass::writtenDown(const PivotRead &read, const ExprPtr &version, ScalarType type, RowsFrom rows) const {
  const ExprPtr now = scalar(step);
  if (read.at[0]) {
    const ExprPtr y = read.at[1] ? placeOf(1) : context.at(1);
    return makeExpr(type, Load{panels.columns().at(read.field).name, panels.inColumns(version, y, now)});
  }
  if (rows == RowsFrom::Corner)
    return makeExpr(type, Load{panels.corners().at(read.field).name, panels.inCorner(version, context.at(0), now)});
  return makeExpr(type, Load{panels.rows().at(read.field).name, panels.inRows(version, context.at(0), now)});
}

KBody PivotPass::cells(const PivotPart &part, const std::array<ExprBounds, 2> &within, RowsFrom rows,
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

KBody PivotPass::notedColumns(bool isNew, const ExprBounds &rows) const {
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

KBody PivotPass::notedRows(bool isNew, const ExprBounds &columns, const std::optional<ExprPtr> &panel) const {
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

KBody PivotPass::notedCorner(bool isNew) const { return notedRows(isNew, {from[0], to[0]}, std::nullopt); }

Kernel finished(const Context &whole, const PivotPass &pass, Kernel kernel) {
  const Uses uses = usesOf(kernel.body);
  std::set<std::string> stored;
  walk(kernel.body, [&](const KStmt &stmt) {
    if (const auto *store = std::get_if<KStore>(&stmt.node))
      stored.insert(store->buffer);
  });
  for (const Field &field : whole.program.fields)
    if (uses.buffers.count(field.name))
      kernel.buffers.push_back({field.name, field.elem, stored.count(field.name) > 0});
  for (const auto *panels : {&pass.panels.columns(), &pass.panels.rows(), &pass.panels.corners()})
    for (const auto &[f, panel] : *panels)
      if (uses.buffers.count(panel.name))
        kernel.buffers.push_back({panel.name, panel.type, stored.count(panel.name) > 0});
  kernel.group = {1, 1, 1};
  kernel.scalars = freeScalars(whole, kernel, 1);
  kernel.scalars.push_back({pass.steps, ScalarType::I64});
  return kernel;
}

} // namespace kasane::lowering
