// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/RoundOrder.h"

#include "Apart.h"
#include "Parts.h"
#include "Planes.h"
#include "Rebuilt.h"
#include "kasane/Layout/Fields.h"

#include <algorithm>
#include <optional>

namespace kasane {
namespace {

constexpr size_t kMostParts = 3; // of k parts the last is made 2^(k-1) times

using Path = std::vector<bool>; // for each part before: does this one come first?
using Cells = std::array<std::optional<Poly>, kMaxAxes>;

ExprPtr negated(const ExprPtr &condition) {
  if (const auto *other = std::get_if<Unary>(&condition->node); other && other->op == UnaryOp::LogicalNot)
    return other->operand;
  return makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, condition}, condition->range);
}

// Whether something holds: always, never (no value at all), or under a condition.
struct Holds {
  bool always;
  ExprPtr condition; // null: `always` tells

  static Holds when(ExprPtr condition) { return {false, std::move(condition)}; }
  bool never() const { return !always && !condition; }
  Holds operator!() const { return condition ? when(negated(condition)) : Holds{!always, nullptr}; }
  friend Holds operator&&(const Holds &a, const Holds &b) {
    return a.never() || b.always ? a : b.never() || a.always ? b : both(BinaryOp::LogicalAnd, a, b);
  }
  friend Holds operator||(const Holds &a, const Holds &b) {
    return a.always || b.never() ? a : b.always || a.never() ? b : both(BinaryOp::LogicalOr, a, b);
  }
  static Holds both(BinaryOp op, const Holds &a, const Holds &b) {
    return when(makeExpr(ScalarType::I32, Binary{op, a.condition, b.condition}));
  }
};

// All nests that were one: [first, end).
class Group {
public:
  Group(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions, size_t first,
        size_t end)
      : draft_(draft), layout_(layout), positions_(positions), first_(first), end_(end) {}

  // Empty: they stay as they are. What the call is to check goes to `asked`.
  std::vector<DraftNest> run(std::vector<Poly> &asked) {
    if (!isInOneLoop() || !conflicts() || !meetOnlyAtOwn(asked))
      return {};
    for (size_t n = first_; n < end_; ++n) {
      if (parts_.empty() || !std::ranges::all_of(parts_.back(), [&](size_t m) { return mayJoin(m, n, asked); }))
        parts_.emplace_back();
      parts_.back().push_back(n);
    }
    if (parts_.size() > kMostParts)
      return {};
    addAround({});
    return std::move(made_);
  }

private:
  bool isInOneLoop() const {
    for (size_t n = first_; n < end_; ++n) {
      const DraftNest &nest = draft_.nests[n];
      if (nest.around.empty() || nest.around[0] != draft_.nests[first_].around[0] || isGathered(draft_, n))
        return false;
      for (const DraftLoop &loop : nest.loops)
        if (loop.stride != 1 || loop.moving || loop.timed)
          return false;
    }
    return allPairs([&](size_t earlier, size_t later) {
      const auto &a = draft_.nests[earlier].around, &b = draft_.nests[later].around;
      return a.size() < 2 || b.size() < 2 || a[1] != b[1];
    });
  }

  template <class Visit> bool allPairs(const Visit &visit) const {
    for (size_t later = first_; later < end_; ++later)
      for (size_t earlier = first_; earlier < later; ++earlier) {
        const size_t piece = draft_.nests[later].pieceOf;
        if ((!piece || piece != draft_.nests[earlier].pieceOf) && !visit(earlier, later))
          return false;
      }
    return true;
  }

  bool conflicts() const {
    return !allPairs([&](size_t earlier, size_t later) {
      std::vector<Poly> asked;
      return !partsConflict(draft_, layout_, positions_, earlier, later, asked);
    });
  }

  // Where two parts may touch one element, it is each one's own.
  bool meetOnlyAtOwn(std::vector<Poly> &asked) {
    return allPairs([&](size_t earlier, size_t later) {
      const DraftNest &a = draft_.nests[earlier], &b = draft_.nests[later];
      for (size_t m = a.firstAccess; m < a.endAccess; ++m)
        for (size_t n = b.firstAccess; n < b.endAccess; ++n) {
          const DraftAccess &one = draft_.accesses[m], &other = draft_.accesses[n];
          if ((!one.write && !other.write) || keyOf(one, positions_[m]) != keyOf(other, positions_[n]) ||
              lieApart(draft_, layout_, positions_, {earlier, m}, {later, n}))
            continue;
          const int axis = layout_.loopAxis[earlier][0];
          const bool isOneAxis = axis == layout_.loopAxis[later][0]; // strips at both ends, perhaps
          std::optional<Poly> gap =
              isOneAxis ? gapBetween(draft_, layout_, positions_, {earlier, m}, {later, n}, axis) : std::nullopt;
          if (!gap && isOwn(earlier, m) && isOwn(later, n)) {
            meeting_.emplace(earlier, later);
            continue;
          }
          if (!gap)
            gap = gapBetween(draft_, layout_, positions_, {earlier, m}, {later, n});
          if (!gap)
            return false;
          asked.push_back(*gap);
        }
      return true;
    });
  }

  // A part changes a cell in one round at most, whatever arrays it has there.
  bool mayJoin(size_t earlier, size_t later, std::vector<Poly> &asked) const {
    if (!own_.count(earlier) || !own_.count(later))
      return true;
    if (layout_.loopAxis[earlier][0] == layout_.loopAxis[later][0] && own_.at(earlier) == own_.at(later) &&
        draft_.nests[earlier].loops[0].mirrored == draft_.nests[later].loops[0].mirrored)
      return true; // in the same round
    if (meeting_.count({earlier, later}))
      return false;
    std::vector<Poly> known = asked;
    for (const Guard &guard : draft_.guards)
      known.push_back(guard.value);
    std::optional<Poly> gap;
    for (size_t l = 0; l < layout_.loopAxis[later].size(); ++l) {
      const int axis = layout_.loopAxis[later][l];
      const auto found = std::ranges::find(layout_.loopAxis[earlier], axis);
      if (found == layout_.loopAxis[earlier].end())
        continue;
      const DraftLoop &a = draft_.nests[earlier].loops[static_cast<size_t>(found - layout_.loopAxis[earlier].begin())],
                      &b = draft_.nests[later].loops[l];
      const Poly &atA = *own_.at(earlier)[axis], &atB = *own_.at(later)[axis];
      const AxisBounds one{a.lo + atA, a.hi + atA}, other{b.lo + atB, b.hi + atB};
      for (const Poly &between : {other.lo - one.hi, one.lo - other.hi})
        if (isAtLeast(between, 0) ||
            std::ranges::any_of(known, [&](const Poly &value) { return isAtLeast(between, value); }))
          return true;
      if (l == 0 && axis == layout_.loopAxis[earlier][0])
        gap = askable(draft_, positions_, one, other);
    }
    if (gap)
      asked.push_back(*gap);
    return gap.has_value();
  }

  // At the same distance from the loops' cell as all others of the nest that meet other parts.
  bool isOwn(size_t nest, size_t access) {
    const AccessPosition &position = positions_[access];
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (position.at[axis].has_value() != position.relative[axis])
        return false;
    const auto known = own_.try_emplace(nest, position.at).first;
    return std::ranges::equal(known->second, position.at) &&
           std::ranges::all_of(layout_.loopAxis[nest], [&](int axis) { return position.at[axis].has_value(); });
  }

  static ExprPtr sideOf(const Draft &draft, const Poly &poly) {
    return toExpr(poly, [&](const std::string &name) {
      if (name[0] == '@')
        return makeExpr(ScalarType::I64, IndexRef{std::stoi(name.substr(1))});
      const auto param = std::ranges::find(draft.params, name, &Param::name);
      const bool isWide = param == draft.params.end() || param->type == ScalarType::I64;
      return isWide ? scalar(name) : makeExpr(ScalarType::I64, Cast{scalar(name, param->type)});
    });
  }

  // Is the value, over the loops of the nest, not below zero?
  Holds isAtLeastZero(size_t nest, const Poly &value) const {
    const std::vector<DraftLoop> &loops = draft_.nests[nest].loops;
    Poly least = value, most = value, left, right;
    for (size_t l = 0; l < loops.size(); ++l) {
      const int64_t factor = value.coefficientOf(loopSymbol(l))->constant().value_or(0);
      const Poly here = Poly(factor) * Poly::symbol(loopSymbol(l)), low = Poly(factor) * loops[l].lo,
                 high = Poly(factor) * (loops[l].hi - Poly(1));
      least = least - here + (factor > 0 ? low : high);
      most = most - here + (factor > 0 ? high : low);
    }
    if (isAtLeast(least, 0))
      return {true, nullptr};
    if (isAtLeast(-1, most))
      return {false, nullptr};
    for (const auto &[monomial, coefficient] : value.terms()) {
      Poly term = coefficient > 0 ? coefficient : -coefficient;
      for (const std::string &name : monomial)
        term = term * Poly::symbol(name);
      (coefficient > 0 ? left : right) = (coefficient > 0 ? left : right) + term;
    }
    return Holds::when(binary(BinaryOp::Ge, sideOf(draft_, left), sideOf(draft_, right)));
  }

  // The element of a cell, by the loops of its nest.
  Cells elementOf(size_t nest) const {
    Cells out;
    for (size_t l = 0; l < layout_.loopAxis[nest].size(); ++l) {
      const int axis = layout_.loopAxis[nest][l];
      out[axis] = *own_.at(nest)[axis] + Poly::symbol(loopSymbol(l));
    }
    return out;
  }

  // Does `nest` change the element of a cell of `of`?
  Holds touches(size_t nest, size_t of) const {
    Holds out{nest == of || own_.count(nest), nullptr};
    if (nest == of || out.never())
      return out;
    const Cells cells = elementOf(of);
    for (size_t l = 0; l < draft_.nests[nest].loops.size(); ++l) {
      const int axis = layout_.loopAxis[nest][l];
      const Poly at = *cells[axis] - *own_.at(nest)[axis];
      out = out && isAtLeastZero(of, at - draft_.nests[nest].loops[l].lo) &&
            isAtLeastZero(of, draft_.nests[nest].loops[l].hi - Poly(1) - at);
    }
    return out;
  }

  // The round of the source's loop in which `nest` changes the element of a cell of `of`, which counts up.
  Poly roundOf(size_t nest, size_t of) const {
    const DraftLoop &loop = draft_.nests[nest].loops[0];
    const int axis = layout_.loopAxis[nest][0];
    return Poly(loop.order()) * (*elementOf(of)[axis] - *own_.at(nest)[axis]) +
           (loop.mirrored ? Poly(loop.direction) * (loop.lo + loop.hi - Poly(1)) : Poly(0));
  }

  // Does part `late` change the element of a cell of `of` in an earlier round than part `early` does?
  Holds before(size_t late, size_t early, size_t of) const {
    Holds out{false, nullptr};
    const std::vector<size_t> &nests = parts_[late];
    const bool isOwnPart = std::ranges::count(nests, of) > 0;
    for (size_t one : nests)
      for (size_t other : parts_[early])
        if (!isOwnPart || one == of)
          if (const Holds both = touches(one, of) && touches(other, of); !both.never())
            out = out || (both && isAtLeastZero(of, roundOf(other, of) - roundOf(one, of) - Poly(1)));
    return out;
  }

  // Does part `part` lie on the path, up to `steps` of its turns? Each part is below the ones before it, on the side
  // of each that its round tells.
  Holds isOn(const Path &path, size_t part, size_t steps, size_t of) const {
    Holds out{true, nullptr};
    for (size_t step = 0; step < steps; ++step) {
      const Holds turns = before(part, step, of) && isOn(path, step, step, of);
      out = out && (path[step] ? turns : !turns);
    }
    return out;
  }

  // Those that come before the part at this place, that one, and those behind it.
  void addAround(const Path &path) {
    if (path.size() == parts_.size())
      return;
    Path first = path, last = path;
    first.push_back(true);
    last.push_back(false);
    addAround(first);
    for (size_t n : parts_[path.size()]) {
      const Holds here = own_.count(n) ? isOn(path, path.size(), path.size(), n)
                                       : Holds{std::ranges::none_of(path, [](bool turn) { return turn; }), nullptr};
      if (here.never())
        continue;
      DraftNest nest = draft_.nests[n];
      nest.around.clear();
      nest.pieceOf = 0;
      if (here.condition)
        nest.body = {makeStmt(IfStmt{here.condition, nest.body, {}}, nest.range)};
      made_.push_back(std::move(nest));
    }
    addAround(last);
  }

  const Draft &draft_;
  const Layout &layout_;
  const std::vector<AccessPosition> &positions_;
  const size_t first_, end_;
  std::set<std::pair<size_t, size_t>> meeting_; // earlier, later: both change some elements
  std::vector<std::vector<size_t>> parts_;      // nests one after the other of which no two change a cell
  std::map<size_t, Cells> own_;                 // of a nest: where its own element lies, from its loops' cell
  std::vector<DraftNest> made_;
};

bool anyActionIn(const Draft &draft, size_t first, size_t end) {
  return std::ranges::any_of(draft.actions,
                             [&](const DraftAction &action) { return action.nest > first && action.nest < end; });
}

std::optional<std::vector<AccessPosition>> positionsIn(const Draft &draft, const Layout &layout, Names names) {
  std::vector<AccessPosition> out;
  std::vector<Param> params = draft.params;
  Diagnostics unsaid;
  for (const DraftNest &nest : draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
      std::optional<AccessPosition> position =
          positionOf(draft, layout, nest, draft.accesses[a], names, params, unsaid);
      if (!position)
        return std::nullopt;
      out.push_back(std::move(*position));
    }
  return out;
}

// Each strip that one nest stores as a nest of its own; nullopt: there are no such.
std::optional<Draft> byStrips(const Draft &draft, const Names &names) {
  Diagnostics unsaid;
  const std::optional<Layout> layout = layoutOf(draft, unsaid);
  const auto positions = layout ? positionsIn(draft, *layout, names) : std::nullopt;
  if (!positions)
    return std::nullopt;
  std::vector<std::vector<NewNest>> nests(draft.nests.size());
  Draft out = draft;
  bool isChanged = false;
  for (size_t n = 0; n < draft.nests.size(); ++n) {
    const DraftNest &nest = draft.nests[n];
    const bool mayDivide = !nest.around.empty() && !nest.pieceOf && !isGathered(draft, n);
    const std::vector<NestPart> parts =
        mayDivide ? partsOf(n, draft, *layout, *positions, out.guards) : std::vector<NestPart>();
    for (const NestPart &part : parts) {
      DraftNest made = nest;
      made.body = part.body;
      made.pieceOf = draft.nests.size() + 2 + n;
      nests[n].push_back(newNest(draft, std::move(made)));
    }
    isChanged |= parts.size() > 1;
    if (parts.empty())
      nests[n].push_back(newNest(draft, nest));
  }
  return isChanged ? std::optional(rebuilt(out, nests)) : std::nullopt;
}

// False: nothing is to do, or it can't be done.
bool putInOrder(Draft &draft, const Names &names) {
  Diagnostics unsaid;
  const std::optional<Layout> layout = layoutOf(draft, unsaid);
  const auto positions = layout ? positionsIn(draft, *layout, names) : std::nullopt;
  if (!positions)
    return false;
  std::vector<std::vector<NewNest>> nests(draft.nests.size());
  bool isChanged = false;
  for (size_t n = 0; n < draft.nests.size();) {
    size_t end = n + 1;
    while (end < draft.nests.size() && !draft.nests[n].around.empty() &&
           draft.nests[end].apart == draft.nests[n].apart && !draft.nests[end].around.empty())
      ++end;
    std::vector<Poly> ofGroup;
    std::vector<DraftNest> made;
    if (!anyActionIn(draft, n, end))
      made = Group(draft, *layout, *positions, n, end).run(ofGroup);
    for (DraftNest &nest : made) {
      NewNest &own = nests[n].emplace_back(newNest(draft, std::move(nest)));
      for (auto &[number, access] : own.accesses)
        access.isSure = false;
    }
    isChanged |= !made.empty();
    if (!made.empty())
      for (const Poly &gap : ofGroup)
        askFor(draft.guards, gap, draft.nests[n].range);
    for (; n < end; ++n)
      if (made.empty())
        nests[n].push_back(newNest(draft, draft.nests[n]));
  }
  if (isChanged)
    draft = rebuilt(draft, nests);
  return isChanged;
}

} // namespace

void orderRounds(Draft &draft, const Names &names) {
  if (std::ranges::all_of(draft.nests, [](const DraftNest &nest) { return nest.around.empty(); }))
    return;
  if (std::optional<Draft> strips = byStrips(draft, names); strips && putInOrder(*strips, names))
    draft = std::move(*strips);
  else
    putInOrder(draft, names);
}

} // namespace kasane
