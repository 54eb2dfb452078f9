// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Stages/PivotStages.h"

#include "Cells/Answered.h"
#include "Cells/AtTimes.h"
#include "Stages/KeptPlaces.h"
#include "kasane/Analysis/FieldText.h"
#include "kasane/Support/Check.h"

#include <algorithm>

namespace kasane {
namespace {

std::string indexSymbol(int axis) { return "#" + std::to_string(axis); } // no name in C

using Side =
    std::array<int, kMaxAxes>; // of the step's place: -1 before it, 0 there, 1 behind it; 0 where there is none

struct PlacedRead {
  FieldRead element;
  SourceRange range;
};

struct Part {
  Side side{};
  Box domain;
};

class Cutter {
public:
  Cutter(const StencilProgram &program, const Stage &nest, const KeptPlaces &kept, std::vector<Guard> &guards,
         Diagnostics &diagnostics)
      : program_(program), nest_(nest), kept_(kept), guards_(guards), diagnostics_(diagnostics) {}

  std::optional<std::vector<Stage>> run() {
    if (!findReads() || !findPlaces())
      return std::nullopt;
    std::vector<Part> parts = {{{}, nest_.domain}};
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (place_[axis]) {
        const std::optional<std::vector<Part>> cut = cutAlong(parts, axis);
        if (!cut)
          return std::nullopt;
        parts = *cut;
      }
    sortBySource(parts);
    const std::optional<std::vector<size_t>> order = orderOf(parts);
    if (!order)
      return std::nullopt;
    std::vector<Stage> stages;
    for (const size_t p : *order)
      if (Stage stage = stageOf(parts[p]); changes(stage))
        stages.push_back(std::move(stage));
    if (stages.empty()) // no cell is ever changed
      stages.push_back(nest_);
    return stages;
  }

  static bool changes(const Stage &stage) {
    bool found = false;
    walk(stage.body, [&](const Stmt &stmt) { found |= std::holds_alternative<FieldStore>(stmt.node); });
    return found;
  }

  // No order of the parts will do: an element is read both before a loop changes it and behind that.
  bool needsBoth() const { return needsBoth_; }

private:
  bool fail(DiagId id, const PlacedRead &read, int axis = -1) {
    std::vector<std::string> args = {textOf(program_.fields[read.element.field])};
    if (axis >= 0)
      args.push_back(program_.axisNames[axis]);
    diagnostics_.add(id, read.range, std::move(args));
    return false;
  }

  // Of what the nest stores to, which it does at the cell itself.
  bool findReads() {
    std::map<FieldId, Offset> stored;
    bool isOwn = true;
    walk(nest_.body, [&](const Stmt &stmt) {
      if (const auto *store = std::get_if<FieldStore>(&stmt.node)) {
        stored.emplace(store->field, store->offset);
        if (store->offset != Offset{}) {
          fail(DiagId::pivot_beside, {{store->field, store->offset}, stmt.range});
          isOwn = false;
        }
      }
    });
    walkExprs(nest_.body, [&](const Expr &e) {
      const auto *read = std::get_if<FieldRead>(&e.node);
      if (read && stored.count(read->field))
        reads_.push_back({*read, e.range});
    });
    return isOwn;
  }

  bool findPlaces() {
    for (const PlacedRead &read : reads_)
      for (int axis = 0; axis < kMaxAxes; ++axis) {
        const std::optional<Poly> &at = read.element.at[axis];
        if (!at && !distanceOf(read.element, axis).isZero())
          return fail(DiagId::pivot_beside, read);
        if (!at || isOneCell(axis, *at))
          continue;
        if (place_[axis] && !(*place_[axis] == *at))
          return fail(DiagId::pivot_places, read, axis);
        place_[axis] = at;
        first_[axis] = first_[axis] ? first_[axis] : &read;
      }
    return true;
  }

  bool isOneCell(int axis, const Poly &at) const {
    return nest_.domain[axis].lo == at && nest_.domain[axis].hi == at + Poly(1);
  }

  // Is it never below zero, as far as the call can check?
  bool require(const Poly &value, const PlacedRead &read, int axis) {
    const Poly least = inAllSteps(program_, value, /*most=*/false);
    if (least.constant() && *least.constant() >= 0)
      return true;
    if (least.constant())
      return fail(DiagId::pivot_outside, read, axis);
    auto tells = [&](const Guard &guard) {
      const std::optional<int64_t> slack = (least - guard.value).constant();
      return slack && *slack >= 0;
    };
    if (std::ranges::none_of(guards_, tells) && std::ranges::none_of(program_.guards, tells))
      guards_.push_back({least, "the row or column of a step lies outside of a loop nest", read.range});
    return true;
  }

  std::optional<std::vector<Part>> cutAlong(const std::vector<Part> &parts, int axis) {
    const Poly at = *place_[axis], behind = at + Poly(1);
    const auto [lo, hi] = nest_.domain[axis];
    const std::optional<int64_t> before = (at - lo).constant(), after = (hi - behind).constant();
    std::vector<std::pair<int, AxisBounds>> pieces;
    if (before && *before < 0) // the loop begins behind the place
      pieces.push_back({1, {lo, hi}});
    else if (after && *after < 0)
      pieces.push_back({-1, {lo, hi}});
    else if (!require(at - lo, *first_[axis], axis) || !require(hi - behind, *first_[axis], axis))
      return std::nullopt;
    else
      pieces = {{-1, {lo, at}}, {0, {at, behind}}, {1, {behind, hi}}};
    std::vector<Part> out;
    for (const Part &part : parts)
      for (const auto &[side, bounds] : pieces) {
        if (bounds.lo == bounds.hi)
          continue;
        out.push_back(part);
        out.back().side[axis] = side;
        out.back().domain[axis] = bounds;
      }
    return out;
  }

  // Which of two places along the loops comes first: -1, 0 or 1, where the first `loops` of them are looked at.
  int inOrder(const Side &a, const Side &b, size_t loops) const {
    for (size_t l = 0; l < std::min(loops, nest_.order.size()); ++l)
      if (const int along = (a[nest_.order[l].axis] - b[nest_.order[l].axis]) * nest_.order[l].direction; along != 0)
        return along < 0 ? -1 : 1;
    return 0;
  }

  void sortBySource(std::vector<Part> &parts) const {
    std::stable_sort(parts.begin(), parts.end(),
                     [&](const Part &a, const Part &b) { return inOrder(a.side, b.side, nest_.order.size()) < 0; });
  }

  size_t loopsAround(const FieldRead &element) const { return nest_.order.size() - static_cast<size_t>(element.ahead); }

  // Where it is kept: what it was when the nest began is what it is when the cell's round of the loops around it
  // begins, unless an earlier round has been at the step's place.
  std::optional<FieldRead> keptFor(const Part &part, const FieldRead &element) const {
    for (size_t l = 0; l < loopsAround(element); ++l)
      if (const int axis = nest_.order[l].axis; element.at[axis] && part.side[axis] != 0)
        return std::nullopt;
    return element.ahead > 0 ? keptElement(program_, kept_, element) : std::nullopt;
  }

  // The part whose cells store the element that a cell of `part` reads.
  static size_t writerOf(const std::vector<Part> &parts, const Part &part, const FieldRead &element) {
    Side side = part.side;
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (element.at[axis])
        side[axis] = 0;
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const Part &other) { return other.side == side; });
    return static_cast<size_t>(found - parts.begin());
  }

  std::optional<std::vector<size_t>> orderOf(const std::vector<Part> &parts) {
    std::vector<std::vector<bool>> after(parts.size(), std::vector<bool>(parts.size()));
    for (size_t p = 0; p < parts.size(); ++p)
      for (const PlacedRead &read : reads_) {
        const size_t writer = writerOf(parts, parts[p], read.element);
        if (writer == parts.size() || writer == p || keptFor(parts[p], read.element))
          continue;
        // Before all rounds of the loops that the read stands in front of.
        const size_t loops = loopsAround(read.element);
        const bool isNew = inOrder(parts[writer].side, parts[p].side, loops) < 0;
        after[isNew ? p : writer][isNew ? writer : p] = true;
      }
    std::vector<size_t> order;
    std::vector<bool> taken(parts.size());
    while (order.size() < parts.size()) {
      size_t next = parts.size();
      for (size_t p = parts.size(); p-- > 0;)
        if (!taken[p] && !isBlocked(after[p], taken))
          next = p;
      if (next == parts.size()) {
        needsBoth_ = true;
        return std::nullopt;
      }
      taken[next] = true;
      order.push_back(next);
    }
    return order;
  }

  static bool isBlocked(const std::vector<bool> &after, const std::vector<bool> &taken) {
    bool blocked = false;
    for (size_t q = 0; q < after.size(); ++q)
      blocked |= after[q] && !taken[q];
    return blocked;
  }

  // Where the part is the place itself, elements there are the cell's own.
  Stage stageOf(const Part &part) const {
    Stage stage = nest_;
    stage.domain = part.domain;
    stage.body = withValues(nest_.body, [&](const ExprPtr &value) {
      return rewrite(value, [&](const Expr &e) -> ExprPtr {
        const auto *read = std::get_if<FieldRead>(&e.node);
        if (!read)
          return nullptr;
        FieldRead element = keptFor(part, *read).value_or(*read);
        element.ahead = 0;
        for (int axis = 0; axis < kMaxAxes; ++axis)
          if (element.at[axis] && part.domain[axis].lo == *element.at[axis] &&
              part.domain[axis].hi == *element.at[axis] + Poly(1))
            element.at.set(axis, std::nullopt);
        return makeExpr(e.type, std::move(element), e.range);
      });
    });
    stage.body = answered(stage.body, [&](const Expr &comparison) { return onSide(part, comparison); });
    return stage;
  }

  // What compares the cell with the step's place has one answer on a side of it.
  std::optional<bool> onSide(const Part &part, const Expr &comparison) const {
    const auto *b = std::get_if<Binary>(&comparison.node);
    const std::optional<Poly> left = b ? placeIn(*b->left) : std::nullopt,
                              right = b ? placeIn(*b->right) : std::nullopt;
    for (int axis = 0; axis < kMaxAxes && left && right; ++axis) {
      if (!place_[axis])
        continue;
      const Poly cell = Poly::symbol(indexSymbol(axis)), difference = *left - *right;
      const int side = part.side[axis];
      if (difference == cell - *place_[axis])
        return compared(b->op, side);
      if (difference == *place_[axis] - cell)
        return compared(b->op, -side);
    }
    return std::nullopt;
  }

  // Of a cell's coordinate, or of the time, as wide as they are.
  std::optional<Poly> placeIn(const Expr &e) const {
    if (const auto *cast = std::get_if<Cast>(&e.node); cast && isSigned(e.type) && sizeOf(e.type) >= 4)
      return placeIn(*cast->operand);
    if (const auto *index = std::get_if<IndexRef>(&e.node))
      return Poly::symbol(indexSymbol(index->axis));
    if (const auto *lit = std::get_if<IntLit>(&e.node))
      return Poly(lit->value);
    const auto *b = std::get_if<Binary>(&e.node);
    if (const bool isSum = b && isSigned(e.type) && (b->op == BinaryOp::Add || b->op == BinaryOp::Sub)) {
      const std::optional<Poly> left = placeIn(*b->left), right = placeIn(*b->right);
      return left && right && isSum ? std::optional(b->op == BinaryOp::Add ? *left + *right : *left - *right)
                                    : std::nullopt;
    }
    return std::holds_alternative<TimeRef>(e.node) ? std::optional(Poly::symbol(kTimeSymbol)) : std::nullopt;
  }

  // sign `op` 0
  static std::optional<bool> compared(BinaryOp op, int sign) {
    switch (op) {
    case BinaryOp::Lt:
      return sign < 0;
    case BinaryOp::Le:
      return sign <= 0;
    case BinaryOp::Gt:
      return sign > 0;
    case BinaryOp::Ge:
      return sign >= 0;
    case BinaryOp::Eq:
      return sign == 0;
    case BinaryOp::Ne:
      return sign != 0;
    default:
      return std::nullopt;
    }
  }

  bool needsBoth_ = false;
  const StencilProgram &program_;
  const Stage &nest_;
  const KeptPlaces &kept_;
  std::vector<Guard> &guards_;
  Diagnostics &diagnostics_;
  std::vector<PlacedRead> reads_;
  std::array<std::optional<Poly>, kMaxAxes> place_;
  std::array<const PlacedRead *, kMaxAxes> first_{};
};

} // namespace

std::optional<std::vector<Stage>> pivotStages(StencilProgram &program, const Stage &nest, Diagnostics &diagnostics) {
  std::vector<Guard> guards;
  KeptPlaces kept;
  Cutter cutter(program, nest, kept, guards, diagnostics);
  std::optional<std::vector<Stage>> stages = cutter.run();
  if (cutter.needsBoth()) {
    kept = keptPlaces(program, nest);
    stages = Cutter(program, nest, kept, guards, diagnostics).run();
    KASANE_CHECK(stages);
    stages->insert(stages->begin(), kept.before.begin(), kept.before.end());
  }
  if (stages)
    program.guards.insert(program.guards.end(), guards.begin(), guards.end());
  return stages;
}

} // namespace kasane
