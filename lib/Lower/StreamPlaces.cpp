// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "StreamPlaces.h"

#include <algorithm>
#include <numeric>

namespace kasane::lowering {
namespace {

constexpr size_t kBits = 28;      // of a word, which are whole rows
constexpr int64_t kFar = 1 << 20; // more planes than any level is behind

} // namespace

ExprPtr within(const ExprPtr &at, const ExprBounds &bounds) {
  return binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, at, bounds.lo), binary(BinaryOp::Lt, at, bounds.hi));
}
ExprPtr clamped(const ExprPtr &at, const ExprPtr &first, const ExprPtr &last) { return minOf(maxOf(at, first), last); }
ExprPtr negated(const ExprPtr &e) { return makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, e}); }
ExprPtr chosen(const ExprPtr &condition, const ExprPtr &a, const ExprPtr &b) {
  return makeExpr(a->type, Select{condition, a, b});
}

CellBounds memoryOf(const Tiles &tiles, FieldId b) {
  const FieldHull &hull = tiles.context.hulls[b];
  CellBounds box = hull.box;
  const int s = tiles.context.program.rank - 1;
  if (hull.first && s > 0)
    box[s] = {add(box[s].lo, intLit(1)), sub(box[s].hi, intLit(1))};
  for (int a = 0; a <= s; ++a)
    if (const auto &ring = tiles.context.rings.axis[a])
      box[a] = {greatest(box[a].lo, toExpr(ring->lo)), least(box[a].hi, toExpr(ring->hi))};
  return box;
}

ExprPtr StreamPlaces::cellAt(const Position &at, int axis) const {
  return add(columns_.first(axis), intLit(axis == 0 ? at.x : at.y));
}

ExprPtr StreamPlaces::cellWithin(const Position &at, const CellBounds &bounds) const {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    in = both(in, within(cellAt(at, a), bounds[a]));
  return in;
}

// The first field that lies in the plane as this one does.
FieldId StreamPlaces::rowOf(FieldId b) const {
  for (FieldId other = 0; other < b; ++other) {
    bool same = true;
    for (int a = 0; a < s_; ++a)
      same = same && fieldOf(other).has[a] == fieldOf(b).has[a] && fieldOf(other).stride[a] == fieldOf(b).stride[a];
    if (same)
      return other;
  }
  return b;
}

// ---- Rings: in calm planes and groups every cell is its own image

bool StreamPlaces::goesAround(int axis) const {
  const bool inLoops = axis == s_ ? kind_ == Planes::Edge : asksCells(kind_);
  return isRing(axis) && !t_.context.program.endless[axis] && (inLoops || kind_ == Planes::First);
}

bool StreamPlaces::isAllOfRing(const ExprBounds &bounds, int axis) const {
  if (!isRing(axis))
    return false;
  const AxisBounds &ring = *columns_.stream().rings.axis[axis];
  const std::optional<Poly> lo = toPoly(bounds.lo), hi = toPoly(bounds.hi);
  const std::optional<int64_t> before = lo ? (ring.lo - *lo).constant() : std::nullopt,
                               behind = hi ? (*hi - ring.hi).constant() : std::nullopt;
  return before && behind && *before >= 0 && *behind >= 0;
}

static ExprPtr roundOf(const Context &context, int axis, const ExprPtr &cell) {
  const RingPlace place = placeOnRing(context, axis, cell);
  return chosen(place.isInside, intLit(0), sub(place.wrapped, cell));
}

ExprPtr StreamPlaces::ofCell(const std::string &name, const ExprPtr &value) {
  auto [it, isNew] = names_.try_emplace(print(value));
  if (isNew) {
    it->second = t_.context.names.fresh(name);
    rounds_.push_back({it->second, value});
  }
  return scalar(it->second);
}

ExprPtr StreamPlaces::round(const Position &at, int axis, const Poly &stride) {
  ExprPtr cells = ofCell("to_image", roundOf(t_.context, axis, cellAt(at, axis)));
  return stride == Poly(1) ? cells : ofCell("to_image", mul(cells, toExpr(stride)));
}

ExprPtr StreamPlaces::toRows(const Position &at, const ExprPtr &first, const ExprPtr &last, FieldId b) {
  const ExprPtr row = cellAt(at, 1);
  return ofCell("to_row", mul(sub(clamped(row, first, last), row), toExpr(fieldOf(b).stride[1])));
}

ExprPtr StreamPlaces::roundOfPlane(int64_t planes, const Poly &stride) {
  if (kind_ == Planes::First) {
    std::string &name = firstRounds_[planes];
    if (name.empty())
      name = t_.context.names.fresh("to_image");
    return mul(scalar(name), toExpr(stride));
  }
  const ExprPtr value = roundOf(t_.context, s_, add(scalar(plane_), intLit(planes)));
  auto [it, isNew] = names_.try_emplace(print(value));
  if (isNew) {
    it->second = t_.context.names.fresh("to_image");
    planeRounds_.push_back({it->second, value});
  }
  return mul(scalar(it->second), toExpr(stride));
}

ExprPtr StreamPlaces::imageAt(const Position &at, int axis) {
  return goesAround(axis) ? add(cellAt(at, axis), round(at, axis, 1)) : cellAt(at, axis);
}

ExprPtr StreamPlaces::imageOfPlane(int64_t planes) {
  ExprPtr plane = add(scalar(plane_), intLit(planes));
  return goesAround(s_) ? add(plane, roundOfPlane(planes, 1)) : plane;
}

KBody StreamPlaces::firstDefinitions(const ExprPtr &start) const {
  KBody out;
  for (const auto &[planes, name] : firstRounds_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I64, roundOf(t_.context, s_, add(start, intLit(planes)))}));
  return out;
}

// ---- Memory

ExprPtr StreamPlaces::memoryIndex(const Position &at, int64_t planes, const FieldRead &element) {
  return indexOf(at, planes, element, false);
}
ExprPtr StreamPlaces::ownIndex(const Position &at, int64_t planes, FieldId b) {
  return indexOf(at, planes, {b, {}}, true);
}

ExprPtr StreamPlaces::indexOf(const Position &at, int64_t planes, const FieldRead &element, bool isOwn) {
  const Field &field = fieldOf(element.field);
  Poly shift;
  for (int a = 0; a < t_.context.program.rank; ++a)
    if (field.has[a])
      shift = shift + (distanceOf(element, a) + Poly(a == s_ ? planes : a == 0 ? at.x : at.y)) * field.stride[a];
  ExprPtr index = scalar(t_.context.row[rowOf(element.field)]);
  if (field.has[s_]) {
    auto known =
        std::find_if(passed_.begin(), passed_.end(), [&](const auto &p) { return p.first == field.stride[s_]; });
    if (known == passed_.end())
      known = passed_.insert(known, {field.stride[s_], t_.context.names.fresh("passed")});
    index = add(index, scalar(known->second));
  }
  for (int a = 0; a < t_.context.program.rank && !isOwn; ++a)
    if (field.has[a] && goesAround(a))
      index = add(index, a == s_ ? roundOfPlane(planes, field.stride[a]) : round(at, a, field.stride[a]));
  return add(index, toExpr(shift));
}

int64_t StreamPlaces::elementsOfRow(FieldId b) const {
  const Field &field = fieldOf(b);
  const int64_t size = sizeOf(field.elem);
  if (size < 4 || !field.has[0] || field.stride[0] != Poly(1))
    return 1;
  const int64_t elements = std::gcd(columns_.cells(0), 16 / size);
  const bool fits = t_.context.schedule.tile[0] % elements == 0 && columns_.block().first[0] % elements == 0;
  return fits ? elements : 1;
}

ExprPtr StreamPlaces::isInRows(FieldId b) const {
  const Field &field = fieldOf(b);
  const FieldHull &hull = t_.context.hulls[b];
  ExprPtr elements = intLit(elementsOfRow(b)), all;
  auto isMultiple = [&](const ExprPtr &e) {
    all = both(all, binary(BinaryOp::Eq, binary(BinaryOp::Rem, e, elements), intLit(0)));
  };
  isMultiple(t_.context.from(0)); // and so is every block of it
  if (columns_.stream().isLine && t_.context.windowed)
    isMultiple(t_.context.tileEnd(0));
  for (int a = 1; a < t_.context.program.rank; ++a)
    if (field.has[a])
      isMultiple(toExpr(field.stride[a]));
  if (t_.context.program.endless[t_.context.program.rank - 1])
    return all; // parts of an array are laid by multiples
  // Memory begins with element 0, or with the first before that.
  ExprPtr lowest = hull.first ? hull.first : corner(b, false);
  if (const auto *known = std::get_if<IntLit>(&lowest->node); !known || known->value < 0)
    all = both(all, binary(BinaryOp::Ge, lowest, intLit(0)));
  return all;
}

ExprPtr StreamPlaces::isOfRows(const ExprBounds &bounds, FieldId b) const {
  ExprPtr elements = intLit(elementsOfRow(b)), all;
  for (const ExprPtr &end : {bounds.lo, bounds.hi})
    if (const auto *known = std::get_if<IntLit>(&end->node); !known || known->value % elementsOfRow(b) != 0)
      all = both(all, binary(BinaryOp::Eq, binary(BinaryOp::Rem, end, elements), intLit(0)));
  return all;
}

KBody StreamPlaces::variables(const ExprPtr &start) const {
  KBody out;
  for (const auto &[stride, name] : passed_)
    out.push_back(makeKStmt(KVar{name, ScalarType::I64, mul(start, toExpr(stride))}));
  return out;
}

KBody StreamPlaces::nextPlane() const {
  KBody out;
  for (const auto &[stride, name] : passed_)
    out.push_back(makeKStmt(KAssign{name, add(scalar(name), toExpr(stride))}));
  return out;
}

ExprPtr StreamPlaces::corner(FieldId b, bool high) const {
  const FieldHull &hull = t_.context.hulls[b];
  ExprPtr index = intLit(0);
  for (int a = t_.context.program.rank - 1; a >= 0; --a)
    if (fieldOf(b).has[a])
      index = add(index, mul(high ? sub(hull.box[a].hi, intLit(1)) : hull.box[a].lo, toExpr(fieldOf(b).stride[a])));
  return index;
}

ExprPtr StreamPlaces::nearIndex(const Position &at, int64_t planes, FieldId b) {
  const FieldHull &hull = t_.context.hulls[b];
  return clamped(memoryIndex(at, planes, {b, {}}), hull.first ? hull.first : corner(b, false),
                 hull.last ? hull.last : corner(b, true));
}

ExprPtr StreamPlaces::blockWithin(const CellBounds &bounds) {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    in = both(in, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, columns_.first(a), bounds[a].lo),
                         binary(BinaryOp::Le, add(columns_.first(a), intLit(columns_.cells(a))), bounds[a].hi)));
  return fact("inside", in);
}

ExprPtr StreamPlaces::imagesWithin(const CellBounds &bounds) {
  CellBounds asked = bounds;
  bool asks = false;
  for (int a = 0; a < s_; ++a)
    if (isAllOfRing(bounds[a], a))
      asked[a] = {columns_.first(a), add(columns_.first(a), intLit(columns_.cells(a)))};
    else
      asks = true;
  return asks ? blockWithin(asked) : nullptr;
}

ExprBounds StreamPlaces::ofGroup(int axis) const {
  const int64_t first = columns_.block().first[axis];
  return {add(t_.context.from(axis), intLit(first)),
          add(t_.context.from(axis), intLit(first + columns_.cells(axis) * columns_.block().group[axis]))};
}

ExprPtr StreamPlaces::groupWithin(const CellBounds &bounds) const {
  ExprPtr in;
  for (int a = 0; a < s_; ++a) {
    const ExprBounds group = ofGroup(a);
    in = both(in, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, group.lo, bounds[a].lo),
                         binary(BinaryOp::Le, group.hi, bounds[a].hi)));
  }
  return in;
}

ExprPtr StreamPlaces::groupBeside(const ExprBounds &bounds, int axis) const {
  const ExprBounds group = ofGroup(axis);
  return binary(BinaryOp::LogicalOr, binary(BinaryOp::Le, group.hi, bounds.lo),
                binary(BinaryOp::Ge, group.lo, bounds.hi));
}

// Cells that follow each other are outside before one of them, and from another on. (A compiler that sees a comparison
// for each bit goes back to it wherever a bit is asked for, and keeps all of them in registers.)
ExprPtr StreamPlaces::wordOfLine(const ExprBounds &bounds, size_t first) const {
  const int64_t cells = std::min<int64_t>(kBits, columns_.cells(0) - static_cast<int64_t>(first));
  auto literal = [](int64_t value) { return intLit(value, ScalarType::I32); };
  auto bitsBefore = [&](const ExprPtr &bound) {
    ExprPtr before = clamped(sub(bound, cellAt({static_cast<int64_t>(first), 0}, 0)), intLit(0), intLit(cells));
    return binary(BinaryOp::Sub, binary(BinaryOp::Shl, literal(1), makeExpr(ScalarType::I32, Cast{before})),
                  literal(1));
  };
  const ExprPtr from = binary(BinaryOp::Sub, literal((int64_t{1} << cells) - 1), bitsBefore(bounds.hi));
  return binary(BinaryOp::Or, bitsBefore(bounds.lo), from);
}

ExprPtr StreamPlaces::wordOutside(const Outside &of, size_t first) {
  if (isNever({of.box, nullptr, of.isOwn}))
    return of.plane ? of.plane : intLit(0, ScalarType::I32);
  if (columns_.stream().isLine && (of.isOwn || !isRing(0)))
    return fact("outside", wordOfLine(of.box[0], first));
  const std::vector<Position> positions = columns_.positions();
  ExprPtr word;
  for (size_t n = first; n < std::min(first + kBits, positions.size()); ++n) {
    ExprPtr in = of.isOwn ? cellWithin(positions[n], of.box) : imageWithin(positions[n], of.box);
    ExprPtr bit = chosen(in, intLit(0, ScalarType::I32), intLit(int64_t{1} << (n - first), ScalarType::I32));
    word = word ? binary(BinaryOp::Or, word, bit) : bit;
  }
  word = fact("outside", word);
  return of.plane ? binary(BinaryOp::Or, word, of.plane) : word;
}

ExprPtr StreamPlaces::wordBetween(const Outside &of, const Outside &around, size_t first) {
  ExprPtr inside = makeExpr(ScalarType::I32, Unary{UnaryOp::BitNot, wordOutside(around, first)});
  return binary(BinaryOp::And, wordOutside(of, first), inside);
}

ExprPtr StreamPlaces::imageWithin(const Position &at, const CellBounds &bounds) {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    if (!isAllOfRing(bounds[a], a))
      in = both(in, within(imageAt(at, a), bounds[a]));
  return in;
}

bool StreamPlaces::isNever(const Outside &of) const {
  bool never = !of.plane && !of.isOwn;
  for (int a = 0; a < s_; ++a)
    never = never && isAllOfRing(of.box[a], a);
  return never;
}

ExprPtr StreamPlaces::isOutside(const Outside &of, size_t k) {
  const size_t first = k / kBits * kBits;
  return binary(BinaryOp::And, wordOutside(of, first), intLit(int64_t{1} << (k - first), ScalarType::I32));
}

ExprPtr StreamPlaces::isBetween(const Outside &of, const Outside &around, size_t k, size_t count) {
  const size_t first = k / kBits * kBits;
  const int64_t bits = ((int64_t{1} << count) - 1) << (k - first);
  return binary(BinaryOp::And, wordBetween(of, around, first), intLit(bits, ScalarType::I32));
}

ExprPtr StreamPlaces::isAnyBetween(const Outside &of, const Outside &around) {
  ExprPtr any;
  for (size_t first = 0; first < columns_.positions().size(); first += kBits) {
    ExprPtr word = wordBetween(of, around, first);
    any = any ? binary(BinaryOp::Or, any, word) : word;
  }
  return any;
}

// Of 32 bits, which may be compared at once: those that are far are only known to be.
ExprPtr StreamPlaces::distance(const std::string &name, const ExprPtr &value) {
  auto [it, isNew] = names_.try_emplace(print(value));
  if (isNew) {
    it->second = t_.context.names.fresh(name);
    distances_.push_back({it->second, makeExpr(ScalarType::I32, Cast{clamped(value, intLit(-kFar), intLit(kFar))})});
  }
  return scalar(it->second, ScalarType::I32);
}

ExprPtr StreamPlaces::isPlaneWithin(const ExprBounds &bounds, int64_t planes) {
  auto literal = [](int64_t value) { return intLit(value, ScalarType::I32); };
  ExprPtr in;
  if (bounds.lo)
    in = binary(BinaryOp::Ge, distance("since", sub(scalar(plane_), bounds.lo)), literal(-planes));
  if (bounds.hi)
    in = both(in, binary(BinaryOp::Gt, distance("until", sub(bounds.hi, scalar(plane_))), literal(planes)));
  return in;
}

// The bits that words of cells have, and no others: with -1 NVIDIA's assembler (CUDA 13.0) takes a word with some bits
// for one with none.
ExprPtr StreamPlaces::unlessPlane(const ExprPtr &is) const {
  const int64_t all = (int64_t{1} << std::min(kBits, columns_.positions().size())) - 1;
  return chosen(is, intLit(0, ScalarType::I32), intLit(all, ScalarType::I32));
}

ExprPtr StreamPlaces::isPlaneOutside(const ExprBounds &bounds, int64_t planes) {
  if (isPlaneNeverOutside(bounds))
    return intLit(0, ScalarType::I32);
  return unlessPlane(goesAround(s_) ? within(imageOfPlane(planes), bounds) : isPlaneWithin(bounds, planes));
}

KBody StreamPlaces::planeDefinitions() const {
  KBody out;
  for (const auto &[name, value] : distances_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I32, value}));
  for (const auto &[name, value] : planeRounds_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
  return out;
}

ExprPtr StreamPlaces::fact(const std::string &name, const ExprPtr &value) {
  auto [it, isNew] = names_.try_emplace(print(value));
  if (isNew) {
    it->second = t_.context.names.fresh(name);
    facts_.push_back({it->second, value});
  }
  return scalar(it->second, ScalarType::I32);
}

KBody StreamPlaces::definitions() const {
  KBody out;
  for (const auto &[name, value] : rounds_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I64, value}));
  for (const auto &[name, value] : facts_)
    out.push_back(makeKStmt(KLet{name, ScalarType::I32, value}));
  for (size_t b = 0; b < t_.context.program.fields.size(); ++b) {
    const Field &field = fieldOf(static_cast<FieldId>(b));
    ExprPtr base = intLit(0);
    for (int a = s_ - 1; a >= 0; --a)
      if (field.has[a])
        base = add(base, mul(columns_.first(a), toExpr(field.stride[a])));
    out.push_back(makeKStmt(KLet{t_.context.row[b], ScalarType::I64, base}));
  }
  return out;
}

} // namespace kasane::lowering
