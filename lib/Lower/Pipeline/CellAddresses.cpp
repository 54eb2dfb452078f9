// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/CellAddresses.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

ExprPtr toImage(const Context &context, int axis, const ExprPtr &cell) {
  const RingPlace place = placeOnRing(context, axis, cell);
  return chosen(place.isInside, intLit(0), sub(place.wrapped, cell));
}

} // namespace

// ---- Coordinates

ExprPtr CellAddresses::cellAt(const BlockCell &at, int axis) const {
  return add(values_.first(axis), intLit(axis == 0 ? at.x : at.y));
}

// In calm planes and groups every cell is its own image.
bool CellAddresses::goesAround(int axis, Planes kind) const {
  const bool inLoops = axis == s_ ? kind == Planes::Edge : asksCells(kind);
  return values_.stream().rings.axis[axis] && !t_.context.program.endless[axis] && (inLoops || kind == Planes::First);
}

ExprPtr CellAddresses::imageAt(const BlockCell &at, int axis, Planes kind) {
  return goesAround(axis, kind) ? add(cellAt(at, axis), round(at, axis, 1)) : cellAt(at, axis);
}

ExprPtr CellAddresses::imageOfPlane(int64_t planes, Planes kind) {
  ExprPtr at = add(plane(), intLit(planes));
  return goesAround(s_, kind) ? add(at, roundOfPlane(planes, 1, kind)) : at;
}

ExprPtr CellAddresses::planeAt(int64_t planes, const Iteration &of) const {
  const ExprPtr first = add(plane(), intLit(of.copy + planes));
  return of.turn.empty() ? first : add(first, scalar(of.turn));
}

ExprPtr CellAddresses::round(const BlockCell &at, int axis, const Poly &stride) {
  ExprPtr cells = images_.of("to_image", toImage(t_.context, axis, cellAt(at, axis)));
  return stride == Poly(1) ? cells : images_.of("to_image", mul(cells, toExpr(stride)));
}

ExprPtr CellAddresses::roundOfPlane(int64_t planes, const Poly &stride, Planes kind) {
  if (kind == Planes::First) {
    std::string &name = firstImages_[planes];
    if (name.empty())
      name = t_.context.names.fresh("to_image");
    return mul(scalar(name), toExpr(stride));
  }
  return mul(planeImages_.of("to_image", toImage(t_.context, s_, add(plane(), intLit(planes)))), toExpr(stride));
}

// ---- Indices

// The first field that lies in the plane as this one does.
FieldId CellAddresses::rowOf(FieldId b) const {
  for (FieldId other = 0; other < b; ++other) {
    bool same = true;
    for (int a = 0; a < s_; ++a)
      same = same && fieldOf(other).has[a] == fieldOf(b).has[a] && fieldOf(other).stride[a] == fieldOf(b).stride[a];
    if (same)
      return other;
  }
  return b;
}

// Up to the block's first element in the loop's plane.
ExprPtr CellAddresses::indexInPlane(FieldId b) {
  const Field &field = fieldOf(b);
  ExprPtr index = scalar(t_.context.row[rowOf(b)]);
  if (!field.has[s_])
    return index;
  auto known = std::find_if(passed_.begin(), passed_.end(), [&](const auto &p) { return p.first == field.stride[s_]; });
  if (known == passed_.end())
    known = passed_.insert(known, {field.stride[s_], t_.context.names.fresh("passed")});
  return add(index, scalar(known->second));
}

// From there on.
ExprPtr CellAddresses::shiftTo(const BlockCell &at, int64_t planes, const FieldRead &element) const {
  const Field &field = fieldOf(element.field);
  const std::array<int64_t, kMaxAxes> inBlock = {at.x, at.y, at.y};
  Poly shift;
  for (int a = 0; a < t_.context.program.rank; ++a)
    if (field.has[a])
      shift = shift + (distanceOf(element, a) + Poly(a == s_ ? planes : inBlock[a])) * field.stride[a];
  return toExpr(shift);
}

ExprPtr CellAddresses::ownIndex(const BlockCell &at, int64_t planes, FieldId b) {
  return add(indexInPlane(b), shiftTo(at, planes, {b, {}}));
}

ExprPtr CellAddresses::memoryIndex(const BlockCell &at, int64_t planes, const FieldRead &element, Planes kind) {
  const Field &field = fieldOf(element.field);
  ExprPtr index = indexInPlane(element.field);
  for (int a = 0; a < t_.context.program.rank; ++a)
    if (field.has[a] && goesAround(a, kind))
      index = add(index, a == s_ ? roundOfPlane(planes, field.stride[a], kind) : round(at, a, field.stride[a]));
  return add(index, shiftTo(at, planes, element));
}

ExprPtr CellAddresses::toRows(const BlockCell &at, const ExprPtr &first, const ExprPtr &last, FieldId b) {
  const ExprPtr row = cellAt(at, 1);
  return images_.of("to_row", mul(sub(clamped(row, first, last), row), toExpr(fieldOf(b).stride[1])));
}

ExprPtr CellAddresses::corner(FieldId b, bool high) const {
  const FieldHull &hull = t_.context.hulls[b];
  ExprPtr index = intLit(0);
  for (int a = t_.context.program.rank - 1; a >= 0; --a)
    if (fieldOf(b).has[a])
      index = add(index, mul(high ? sub(hull.box[a].hi, intLit(1)) : hull.box[a].lo, toExpr(fieldOf(b).stride[a])));
  return index;
}

ExprPtr CellAddresses::nearIndex(const BlockCell &at, int64_t planes, FieldId b, Planes kind) {
  const FieldHull &hull = t_.context.hulls[b];
  return clamped(memoryIndex(at, planes, {b, {}}, kind), hull.first ? hull.first : corner(b, false),
                 hull.last ? hull.last : corner(b, true));
}

// ---- Statements

KBody CellAddresses::rows() const {
  KBody out;
  for (size_t b = 0; b < t_.context.program.fields.size(); ++b) {
    const Field &field = fieldOf(static_cast<FieldId>(b));
    ExprPtr base = intLit(0);
    for (int a = s_ - 1; a >= 0; --a)
      if (field.has[a])
        base = add(base, mul(values_.first(a), toExpr(field.stride[a])));
    out.push_back(makeKStmt(KLet{t_.context.row[b], ScalarType::I64, base}));
  }
  return out;
}

KBody CellAddresses::firstImages(const ExprPtr &start) const {
  KBody out;
  for (const auto &[planes, name] : firstImages_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I64, toImage(t_.context, s_, add(start, intLit(planes)))}));
  return out;
}

KBody CellAddresses::variables(const ExprPtr &start) const {
  KBody out;
  for (const auto &[stride, name] : passed_)
    out.push_back(makeKStmt(KVar{name, ScalarType::I64, mul(start, toExpr(stride))}));
  return out;
}

KBody CellAddresses::nextPlane() const {
  KBody out;
  for (const auto &[stride, name] : passed_)
    out.push_back(makeKStmt(KAssign{name, add(scalar(name), toExpr(stride))}));
  return out;
}

} // namespace kasane::lowering
