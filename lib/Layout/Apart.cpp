// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Apart.h"

#include <algorithm>

namespace kasane {
namespace {

bool isTimed(const Poly &poly) { return poly.symbols().count(kTimeSymbol) > 0; }

// Does the call make sure that the nest has cells?
bool hasCells(const Draft &draft, const std::vector<AccessPosition> &positions, const DraftNest &nest) {
  bool stores = false;
  for (size_t a = nest.firstAccess; a < nest.endAccess; ++a) {
    stores |= draft.accesses[a].write;
    for (const std::optional<Poly> &at : positions[a].at)
      if (at && isTimed(*at))
        return false;
  }
  return stores &&
         std::ranges::none_of(nest.loops, [&](const DraftLoop &loop) { return isTimed(loop.lo) || isTimed(loop.hi); });
}

// Below zero wherever nests have cells, which the call makes sure of?
bool isNever(const Draft &draft, const std::vector<AccessPosition> &positions, const Poly &gap) {
  std::vector<Poly> known = {Poly(0)}; // none is negative
  for (const DraftNest &nest : draft.nests)
    for (const DraftLoop &loop : nest.loops)
      if (hasCells(draft, positions, nest))
        known.push_back(loop.hi - loop.lo - Poly(1));
  return std::ranges::any_of(known, [&](const Poly &one) {
    return std::ranges::any_of(known, [&](const Poly &other) { return isAtLeast(Poly(-1) - gap, one + other); });
  });
}

} // namespace

std::optional<AxisBounds> reached(const Draft &draft, const Layout &layout,
                                  const std::vector<AccessPosition> &positions, size_t nest, size_t access, int axis) {
  const AccessPosition &position = positions[access];
  if (!position.at[axis])
    return std::nullopt;
  const Poly &at = *position.at[axis];
  const std::vector<int> &axes = layout.loopAxis[nest];
  const auto found = std::ranges::find(axes, axis);
  if (!position.relative[axis] || found == axes.end())
    return AxisBounds{at, at + Poly(1)};
  const DraftLoop &loop = draft.nests[nest].loops[static_cast<size_t>(found - axes.begin())];
  return AxisBounds{loop.lo + at, loop.hi + at};
}

bool isAtLeast(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
               const Poly &value, int64_t least, int axis) {
  if (const std::optional<int64_t> number = value.constant())
    return *number >= least;
  for (size_t n = 0; n < draft.nests.size(); ++n) {
    const std::vector<DraftLoop> &loops = draft.nests[n].loops;
    for (size_t l = 0; l < loops.size() && hasCells(draft, positions, draft.nests[n]); ++l) {
      const Poly extent = loops[l].hi - loops[l].lo; // 1 at least
      if (layout.loopAxis[n][l] == axis && !extent.constant() &&
          (value - extent).constant().value_or(least - 2) >= least - 1)
        return true;
    }
  }
  return false;
}

std::optional<Poly> askable(const Draft &draft, const std::vector<AccessPosition> &positions, const AxisBounds &one,
                            const AxisBounds &other) {
  const Poly ahead = other.lo - one.hi, behind = one.lo - other.hi;
  for (const Poly &gap : {ahead, behind})
    for (const std::string &symbol : gap.symbols())
      if (symbol[0] == '@')
        return std::nullopt;
  const bool mayBeAhead = mayBePositive(ahead) && !isNever(draft, positions, ahead),
             mayBeBehind = mayBePositive(behind) && !isNever(draft, positions, behind);
  // Each is below zero where the other isn't, so that their product is above zero only where both are below.
  if (mayBeAhead && mayBeBehind)
    return Poly(0) - ahead * behind;
  return mayBeAhead ? std::optional(ahead) : mayBeBehind ? std::optional(behind) : std::nullopt;
}

bool lieApart(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
              const AccessOf &one, const AccessOf &other) {
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    const std::optional<AxisBounds> a = reached(draft, layout, positions, one.nest, one.access, axis),
                                    b = reached(draft, layout, positions, other.nest, other.access, axis);
    if (a && b && (isAtLeast(b->lo, a->hi) || isAtLeast(a->lo, b->hi)))
      return true;
  }
  return false;
}

std::optional<Poly> gapBetween(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                               const AccessOf &one, const AccessOf &other, std::optional<int> along) {
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    if (along.value_or(axis) != axis)
      continue;
    const std::optional<AxisBounds> a = reached(draft, layout, positions, one.nest, one.access, axis),
                                    b = reached(draft, layout, positions, other.nest, other.access, axis);
    if (std::optional<Poly> gap = a && b ? askable(draft, positions, *a, *b) : std::nullopt)
      return gap;
  }
  return std::nullopt;
}

void askFor(std::vector<Guard> &guards, const Poly &gap, SourceRange range) {
  if (std::ranges::none_of(guards, [&](const Guard &guard) { return guard.value == gap; }))
    guards.push_back({gap, "planes that one nest stores may meet", range});
}

} // namespace kasane
