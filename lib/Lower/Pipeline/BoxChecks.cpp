// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Pipeline/BoxChecks.h"

#include <algorithm>

namespace kasane::lowering {
namespace {

constexpr size_t kBits = 28;      // of a word, which are whole rows
constexpr int64_t kFar = 1 << 20; // more planes than any level is behind

} // namespace

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

// ---- Blocks and groups

ExprPtr BoxChecks::cellWithin(const BlockCell &at, const CellBounds &bounds) const {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    in = both(in, within(addresses_.cellAt(at, a), bounds[a]));
  return in;
}

bool BoxChecks::isAllOfRing(const ExprBounds &bounds, int axis) const {
  const std::optional<AxisBounds> &ring = values_.stream().rings.axis[axis];
  if (!ring)
    return false;
  const std::optional<Poly> lo = toPoly(bounds.lo), hi = toPoly(bounds.hi);
  const std::optional<int64_t> before = lo ? (ring->lo - *lo).constant() : std::nullopt,
                               behind = hi ? (*hi - ring->hi).constant() : std::nullopt;
  return before && behind && *before >= 0 && *behind >= 0;
}

ExprPtr BoxChecks::blockWithin(const CellBounds &bounds) {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    in = both(in, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, values_.first(a), bounds[a].lo),
                         binary(BinaryOp::Le, add(values_.first(a), intLit(values_.cells(a))), bounds[a].hi)));
  return facts_.of("inside", in);
}

ExprPtr BoxChecks::imagesWithin(const CellBounds &bounds) {
  CellBounds asked = bounds;
  bool asks = false;
  for (int a = 0; a < s_; ++a)
    if (isAllOfRing(bounds[a], a))
      asked[a] = {values_.first(a), add(values_.first(a), intLit(values_.cells(a)))};
    else
      asks = true;
  return asks ? blockWithin(asked) : nullptr;
}

ExprBounds BoxChecks::ofGroup(int axis) const {
  const int64_t first = values_.block().first[axis];
  return {add(t_.context.from(axis), intLit(first)),
          add(t_.context.from(axis), intLit(first + values_.cells(axis) * values_.block().group[axis]))};
}

ExprPtr BoxChecks::groupWithin(const CellBounds &bounds) const {
  ExprPtr in;
  for (int a = 0; a < s_; ++a) {
    const ExprBounds group = ofGroup(a);
    in = both(in, binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, group.lo, bounds[a].lo),
                         binary(BinaryOp::Le, group.hi, bounds[a].hi)));
  }
  return in;
}

ExprPtr BoxChecks::groupBeside(const ExprBounds &bounds, int axis) const {
  const ExprBounds group = ofGroup(axis);
  return binary(BinaryOp::LogicalOr, binary(BinaryOp::Le, group.hi, bounds.lo),
                binary(BinaryOp::Ge, group.lo, bounds.hi));
}

// ---- Cells of a block

// Cells that follow each other are outside before one of them, and from another on. (A compiler that sees a comparison
// for each bit goes back to it wherever a bit is asked for, and keeps all of them in registers.)
ExprPtr BoxChecks::wordOfLine(const ExprBounds &bounds, size_t first) const {
  const int64_t cells = std::min<int64_t>(kBits, values_.cells(0) - static_cast<int64_t>(first));
  auto literal = [](int64_t value) { return intLit(value, ScalarType::I32); };
  auto bitsBefore = [&](const ExprPtr &bound) {
    ExprPtr before =
        clamped(sub(bound, addresses_.cellAt({static_cast<int64_t>(first), 0}, 0)), intLit(0), intLit(cells));
    return binary(BinaryOp::Sub, binary(BinaryOp::Shl, literal(1), makeExpr(ScalarType::I32, Cast{before})),
                  literal(1));
  };
  const ExprPtr from = binary(BinaryOp::Sub, literal((int64_t{1} << cells) - 1), bitsBefore(bounds.hi));
  return binary(BinaryOp::Or, bitsBefore(bounds.lo), from);
}

ExprPtr BoxChecks::wordOutside(const Outside &of, size_t first, Planes kind) {
  if (isNever({of.box, nullptr, of.isOwn}))
    return of.plane ? of.plane : intLit(0, ScalarType::I32);
  if (values_.stream().isLine && (of.isOwn || !values_.stream().rings.axis[0]))
    return facts_.of("outside", wordOfLine(of.box[0], first));
  const std::vector<BlockCell> positions = values_.positions();
  ExprPtr word;
  for (size_t n = first; n < std::min(first + kBits, positions.size()); ++n) {
    ExprPtr in = of.isOwn ? cellWithin(positions[n], of.box) : imageWithin(positions[n], of.box, kind);
    ExprPtr bit = chosen(in, intLit(0, ScalarType::I32), intLit(int64_t{1} << (n - first), ScalarType::I32));
    word = word ? binary(BinaryOp::Or, word, bit) : bit;
  }
  word = facts_.of("outside", word);
  return of.plane ? binary(BinaryOp::Or, word, of.plane) : word;
}

ExprPtr BoxChecks::wordBetween(const Outside &of, const Outside &around, size_t first, Planes kind) {
  ExprPtr inside = makeExpr(ScalarType::I32, Unary{UnaryOp::BitNot, wordOutside(around, first, kind)});
  return binary(BinaryOp::And, wordOutside(of, first, kind), inside);
}

ExprPtr BoxChecks::imageWithin(const BlockCell &at, const CellBounds &bounds, Planes kind) {
  ExprPtr in;
  for (int a = 0; a < s_; ++a)
    if (!isAllOfRing(bounds[a], a))
      in = both(in, within(addresses_.imageAt(at, a, kind), bounds[a]));
  return in;
}

bool BoxChecks::isNever(const Outside &of) const {
  bool never = !of.plane && !of.isOwn;
  for (int a = 0; a < s_; ++a)
    never = never && isAllOfRing(of.box[a], a);
  return never;
}

ExprPtr BoxChecks::isOutside(const Outside &of, size_t k, Planes kind) {
  const size_t first = k / kBits * kBits;
  return binary(BinaryOp::And, wordOutside(of, first, kind), intLit(int64_t{1} << (k - first), ScalarType::I32));
}

ExprPtr BoxChecks::isBetween(const Outside &of, const Outside &around, size_t k, size_t count, Planes kind) {
  const size_t first = k / kBits * kBits;
  const int64_t bits = ((int64_t{1} << count) - 1) << (k - first);
  return binary(BinaryOp::And, wordBetween(of, around, first, kind), intLit(bits, ScalarType::I32));
}

ExprPtr BoxChecks::isAnyBetween(const Outside &of, const Outside &around, Planes kind) {
  ExprPtr any;
  for (size_t first = 0; first < values_.positions().size(); first += kBits) {
    ExprPtr word = wordBetween(of, around, first, kind);
    any = any ? binary(BinaryOp::Or, any, word) : word;
  }
  return any;
}

// ---- Planes

// Of 32 bits, which may be compared at once: those that are far are only known to be.
ExprPtr BoxChecks::distance(const std::string &name, const ExprPtr &value) {
  return distances_.of(name, makeExpr(ScalarType::I32, Cast{clamped(value, intLit(-kFar), intLit(kFar))}));
}

ExprPtr BoxChecks::isPlaneWithin(const ExprBounds &bounds, int64_t planes, const std::string &turn) {
  auto literal = [](int64_t value) { return intLit(value, ScalarType::I32); };
  auto turned = [&](BinaryOp op, const ExprPtr &distance) {
    return turn.empty() ? distance : binary(op, distance, makeExpr(ScalarType::I32, Cast{scalar(turn)}));
  };
  ExprPtr in;
  if (bounds.lo)
    in = binary(BinaryOp::Ge, turned(BinaryOp::Add, distance("since", sub(addresses_.plane(), bounds.lo))),
                literal(-planes));
  if (bounds.hi)
    in = both(in, binary(BinaryOp::Gt, turned(BinaryOp::Sub, distance("until", sub(bounds.hi, addresses_.plane()))),
                         literal(planes)));
  return in;
}

// The bits that words of cells have, and no others: with -1 NVIDIA's assembler (CUDA 13.0) takes a word with some bits
// for one with none.
ExprPtr BoxChecks::unlessPlane(const ExprPtr &is) const {
  const int64_t all = (int64_t{1} << std::min(kBits, values_.positions().size())) - 1;
  return chosen(is, intLit(0, ScalarType::I32), intLit(all, ScalarType::I32));
}

bool BoxChecks::isPlaneNeverOutside(const ExprBounds &bounds, Planes kind) const {
  return t_.context.program.endless[s_] || (addresses_.goesAround(s_, kind) && isAllOfRing(bounds, s_));
}

ExprPtr BoxChecks::isPlaneOutside(const ExprBounds &bounds, int64_t planes, Planes kind) {
  if (isPlaneNeverOutside(bounds, kind))
    return intLit(0, ScalarType::I32);
  return unlessPlane(addresses_.goesAround(s_, kind) ? within(addresses_.imageOfPlane(planes, kind), bounds)
                                                     : isPlaneWithin(bounds, planes));
}

KStmtPtr BoxChecks::defineRim(const ExprPtr &end) {
  return makeKStmt(KLet{rim_, ScalarType::I32, unlessPlane(isPlaneWithin({nullptr, end}, 0))});
}

ExprPtr BoxChecks::outsideAtRim(Planes kind) const {
  return kind == Planes::Rim && !values_.stream().isLine ? scalar(rim_, ScalarType::I32) : nullptr;
}

} // namespace kasane::lowering
