// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/HeldTile.h"

namespace kasane::lowering {

ExprPtr dividedBy(const ExprPtr &a, int64_t b) { return b == 1 ? a : binary(BinaryOp::Div, a, intLit(b)); }
ExprPtr remainderOf(const ExprPtr &a, int64_t b) { return b == 1 ? intLit(0) : binary(BinaryOp::Rem, a, intLit(b)); }

HeldTile::HeldTile(const PivotPass &pass, Names &names, const PivotShape &s, int64_t r,
                   const std::array<ExprPtr, 2> &begin, const std::array<ExprBounds, 2> &box)
    : shape(s), row(r), first(begin), pass_(pass), box_(box), items_{names.fresh("item_x"), names.fresh("item_y")},
      nth_{names.fresh("c"), names.fresh("r")}, batch_(names.fresh("batch")) {
  for (const FieldId f : pass.pivot.written)
    own_[f] = names.fresh(pass.context.program.fields[f].name + "_own");
}

ExprPtr HeldTile::offset(int axis, const ExprPtr &n) const {
  const auto a = static_cast<size_t>(axis);
  const ExprPtr start = mul(item(axis), intLit(row));
  if (shape.cells[a] == row)
    return add(start, n);
  return add(add(start, mul(dividedBy(n, row), intLit(row * shape.items[a]))), remainderOf(n, row));
}

KBody HeldTile::arrays() const {
  KBody out;
  for (const auto &[f, name] : own_)
    out.push_back(makeKStmt(KItemArray{name, pass_.context.program.fields[f].elem, shape.cells[0] * shape.cells[1]}));
  return out;
}

ExprPtr HeldTile::own(FieldId field, const ExprPtr &x, const ExprPtr &y) const {
  return makeExpr(pass_.context.program.fields[field].elem, Load{own_.at(field), arrayAt(x, y)});
}

ExprPtr HeldTile::own(FieldId field) const { return own(field, nth(0), nth(1)); }

KStmtPtr HeldTile::setOwn(FieldId field, ExprPtr value) const {
  return makeKStmt(KStore{own_.at(field), arrayAt(nth(0), nth(1)), std::move(value)});
}

KStmtPtr HeldTile::eachAlong(int axis, KBody body) const { return eachAlong(axis, std::move(body), false); }

KStmtPtr HeldTile::eachAlong(int axis, KBody body, bool isInside) const {
  return makeKStmt(KFor{nth_[static_cast<size_t>(axis)], intLit(0), intLit(cells(axis)), 1,
                        withPlaces(axis, std::move(body), isInside), true, ScalarType::I32});
}

KBody HeldTile::withPlaces(int axis, KBody body, bool isInside) const {
  const ExprBounds &box = box_[static_cast<size_t>(axis)];
  if (axis == 1)
    body = pass_.withRows(std::move(body));
  const ExprPtr at = this->place(axis), inBox = isInside ? at : clamped(at, box.lo, sub(box.hi, intLit(1)));
  KBody place = {makeKStmt(KLet{pass_.context.cell[static_cast<size_t>(axis)], ScalarType::I64, inBox})};
  dropUnusedLets(place, body);
  body.insert(body.begin(), place.begin(), place.end());
  return body;
}

KStmtPtr HeldTile::eachCell(KBody body) const { return eachCell(std::move(body), false); }

KStmtPtr HeldTile::eachCell(KBody body, bool isInside) const {
  return eachAlong(1, {eachAlong(0, std::move(body), isInside)}, isInside);
}

KStmtPtr HeldTile::eachRow(int axis, const std::function<KBody(const ExprPtr &n)> &body) const {
  if (cells(axis) == row)
    return makeKStmt(KBlock{body(intLit(0))});
  return makeKStmt(KFor{batch_, intLit(0), intLit(cells(axis)), row, body(scalar(batch_)), true, ScalarType::I32});
}

KBody HeldTile::loaded(const ExprPtr &isPlain) const {
  KBody each;
  for (const FieldId f : pass_.pivot.written) {
    const Field &field = pass_.context.program.fields[f];
    each.push_back(setOwn(f, makeExpr(field.elem, Load{field.name, elementIndex(pass_.context, {f, {}})})));
  }
  KBody out = arrays();
  out.push_back(isPlain ? makeKStmt(KIf{isPlain, {eachCell(each, true)}, {eachCell(each)}}) : eachCell(each));
  return out;
}

KStmtPtr HeldTile::stored(const ExprPtr &condition, const ExprPtr &isPlain) const {
  KBody each;
  for (const FieldId f : pass_.pivot.written)
    each.push_back(
        makeKStmt(KStore{pass_.context.program.fields[f].name, elementIndex(pass_.context, {f, {}}), own(f)}));
  const KStmtPtr some = eachCell({makeKStmt(KIf{condition, each, {}})});
  return isPlain ? makeKStmt(KIf{isPlain, {eachCell(each, true)}, {some}}) : some;
}

void HeldTile::addItems(Kernel &kernel) const {
  kernel.group = {shape.items[0], shape.items[1], 1};
  kernel.items = {items_[0], items_[1], ""};
  kernel.itemType = ScalarType::I32;
}

} // namespace kasane::lowering
