// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pivot/HeldTile.h"

namespace kasane::lowering {

HeldTile::HeldTile(const PivotPass &pass, Names &names, const PivotShape &s, int64_t r,
                   const std::array<ExprPtr, 2> &begin, const std::array<ExprBounds, 2> &box)
    : shape(s), row(r), first(begin), pass_(pass), box_(box), items_{names.fresh("item_x"), names.fresh("item_y")},
      nth_{names.fresh("c"), names.fresh("r")}, place_{names.fresh("column"), names.fresh("row")},
      batch_(names.fresh("batch")), round_(names.fresh("round")) {
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

KStmtPtr HeldTile::eachAlong(int axis, KBody body) const {
  const KBody &constants = constants_[static_cast<size_t>(axis)];
  body.insert(body.begin(), constants.begin(), constants.end());
  return eachOf(axis, cells(axis), offset(axis), std::move(body));
}

KStmtPtr HeldTile::eachOf(int axis, int64_t cells, const ExprPtr &offset, KBody body) const {
  const auto a = static_cast<size_t>(axis);
  const ExprBounds &box = box_[a];
  if (axis == 1)
    body = pass_.withRows(std::move(body));
  const KBody places = {
      makeKStmt(KLet{place_[a], ScalarType::I64, add(first[a], offset)}),
      makeKStmt(KLet{pass_.context.cell[a], ScalarType::I64, clamped(place(axis), box.lo, sub(box.hi, intLit(1)))})};
  body.insert(body.begin(), places.begin(), places.end());
  return makeKStmt(
      KFor{nth_[a], intLit(0), intLit(cells), 1, withoutUnusedLets(std::move(body)), true, ScalarType::I32});
}

ExprPtr HeldTile::round(int64_t pieces) const {
  return pieces > shape.items[0] * shape.items[1] ? scalar(round_) : intLit(0);
}

KBody HeldTile::eachPiece(int64_t pieces, const std::string &piece, KBody body) const {
  const int64_t items = shape.items[0] * shape.items[1], rounds = (pieces + items - 1) / items;
  if (pieces % items != 0)
    body = {makeKStmt(KIf{binary(BinaryOp::Lt, scalar(piece), intLit(pieces)), std::move(body), {}})};
  const ExprPtr nth = add(mul(round(pieces), intLit(items)), number());
  body.insert(body.begin(), makeKStmt(KLet{piece, ScalarType::I32, nth}));
  if (rounds == 1)
    return {makeKStmt(KBlock{std::move(body)})};
  return {makeKStmt(KFor{round_, intLit(0), intLit(rounds), 1, std::move(body), true, ScalarType::I32})};
}

KStmtPtr HeldTile::eachCell(KBody body) const { return eachAlong(1, {eachAlong(0, std::move(body))}); }

ExprPtr HeldTile::isInRows() const {
  ExprPtr out = binary(BinaryOp::Eq, remainderOf(first[0], row), intLit(0));
  for (const FieldId f : pass_.pivot.written) {
    const Field &field = pass_.context.program.fields[f];
    const int64_t bytes = row * sizeOf(field.elem);
    if (bytes != 8 && bytes != 16)
      return nullptr;
    for (size_t a = 1; a < kMaxAxes; ++a)
      if (field.has[a])
        out = both(out, binary(BinaryOp::Eq, remainderOf(toExpr(field.stride[a]), row), intLit(0)));
  }
  return out;
}

KStmtPtr HeldTile::eachInRows(const std::function<KStmtPtr(FieldId field, const ExprPtr &n)> &moved) const {
  const KBody rows = eachRow(0, [&](const ExprPtr &n) {
    KBody out = {makeKStmt(KLet{pass_.context.cell[0], ScalarType::I64, add(first[0], offset(0, n))})};
    for (const FieldId f : pass_.pivot.written)
      out.push_back(moved(f, n));
    return out;
  });
  KBody row = pass_.withRows(rows);
  row.insert(row.begin(), makeKStmt(KLet{pass_.context.cell[1], ScalarType::I64, add(first[1], offset(1))}));
  return makeKStmt(KFor{nth_[1], intLit(0), intLit(cells(1)), 1, std::move(row), true, ScalarType::I32});
}

KBody HeldTile::eachRow(int axis, const std::function<KBody(const ExprPtr &n)> &body) const {
  if (cells(axis) == row)
    return body(intLit(0));
  return {makeKStmt(KFor{batch_, intLit(0), intLit(cells(axis)), row, body(scalar(batch_)), true, ScalarType::I32})};
}

KBody HeldTile::loaded(const ExprPtr &isPlain) const {
  KBody each;
  for (const FieldId f : pass_.pivot.written) {
    const Field &field = pass_.context.program.fields[f];
    each.push_back(setOwn(f, makeExpr(field.elem, Load{field.name, elementIndex(pass_.context, {f, {}})})));
  }
  KBody out = arrays();
  out.push_back(eachCell(std::move(each)));
  if (const ExprPtr inRows = isPlain ? isInRows() : nullptr) {
    const KStmtPtr rows = eachInRows([&](FieldId f, const ExprPtr &n) {
      const Field &field = pass_.context.program.fields[f];
      return makeKStmt(KLoadItems{own_.at(f), arrayAt(n, nth(1)), row, field.elem, field.name,
                                  elementIndex(pass_.context, {f, {}})});
    });
    out.back() = makeKStmt(KIf{both(isPlain, inRows), {rows}, {out.back()}});
  }
  return out;
}

KStmtPtr HeldTile::stored(const ExprPtr &condition, const ExprPtr &isPlain) const {
  KBody each;
  for (const FieldId f : pass_.pivot.written)
    each.push_back(
        makeKStmt(KStore{pass_.context.program.fields[f].name, elementIndex(pass_.context, {f, {}}), own(f)}));
  const KStmtPtr cells = eachCell({makeKStmt(KIf{condition, each, {}})});
  const ExprPtr inRows = isPlain ? isInRows() : nullptr;
  if (!inRows)
    return cells;
  const KStmtPtr rows = eachInRows([&](FieldId f, const ExprPtr &n) {
    std::vector<ExprPtr> values;
    for (int64_t k = 0; k < row; ++k)
      values.push_back(own(f, add(n, intLit(k)), nth(1)));
    return makeKStmt(KStoreRow{pass_.context.program.fields[f].name, elementIndex(pass_.context, {f, {}}), values});
  });
  return makeKStmt(KIf{both(isPlain, inRows), {rows}, {cells}});
}

void HeldTile::addItems(Kernel &kernel) const {
  kernel.group = {shape.items[0], shape.items[1], 1};
  kernel.items = {items_[0], items_[1], ""};
  kernel.itemType = ScalarType::I32;
}

} // namespace kasane::lowering
