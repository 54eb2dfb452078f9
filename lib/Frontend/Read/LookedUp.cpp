// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/LookedUp.h"

#include "Read/Choices.h"

#include <algorithm>

namespace kasane {
namespace {

// One value for each step and cell, in an array that the region doesn't change.
bool isOfSteps(const Reader &reader, const DraftAccess &access) {
  const DraftArray &array = reader.draft.arrays[access.array];
  auto holdsTime = [](const Poly &index) { return index.symbols().count(kTimeSymbol) > 0; };
  return reader.nest.isInside && reader.draft.time && array.tables == 0 && !array.isMixed() &&
         !reader.effects.storedKeys.count(array.key) && !reader.effects.assignedKeys.count(array.key) &&
         std::all_of(array.extents.begin() + 1, array.extents.end(),
                     [](const auto &extent) { return extent.has_value(); }) &&
         std::any_of(access.index.begin(), access.index.end(), holdsTime);
}

// Do conditions say exactly from which to which element it goes? The call checks which of several bounds is the last.
bool hasEnds(Reader &reader, const DraftAccess &access, SourceRange range) {
  const auto isPlain = [](const CellBounds &bounds) { return bounds.apart.empty(); };
  if (!access.isSure || !access.cells.either.empty() || !std::ranges::all_of(access.cells.axes, isPlain))
    return false;
  const std::string reason = "a condition of cells may end beyond their loop";
  for (size_t l = 0; l < std::min<size_t>(reader.nest.loops.size(), kMaxAxes); ++l) {
    for (const Poly &lo : access.cells[l].lo)
      require(reader, access.cells[l].lo.back() - lo, reason, range);
    for (const Poly &hi : access.cells[l].hi)
      require(reader, hi - access.cells[l].hi.back(), reason, range);
  }
  return true;
}

} // namespace

ExprPtr readOfSteps(Reader &reader, const DraftAccess &access, SourceRange range) {
  if (!isOfSteps(reader, access))
    return nullptr;
  const DraftArray &array = reader.draft.arrays[access.array];
  const bool isChosen = !access.cells[0].lo.empty();
  Poly index;
  Elements elements;
  for (size_t d = 0; d < access.index.size(); ++d) {
    const std::optional<Poly> extent = access.linear ? std::nullopt : array.extents[d];
    const Poly unit = d > 0 ? *extent : Poly(1);
    std::optional<AxisBounds> span =
        spanOf(reader, access.index[d], isChosen ? access.cells : loopRanges(reader.nest.loops), range);
    if (!span)
      return nullptr;
    if (access.index[d].symbols().count(kTimeSymbol))
      elements.reads.push_back({*span, extent, true, nullptr, !reader.nest.pointCondition, array.text + "[..]", range});
    else if (isChosen && d > 0) // of the cells that conditions leave, more may be known than bounds can say
      span = AxisBounds{0, unit};
    index = index * unit + access.index[d];
    elements.add(unit, *span);
  }
  return loadOf(reader, access.array, elements, valueIn(reader, index), range);
}

ExprPtr lookedUp(Reader &reader, const DraftAccess &access, SourceRange range) {
  const DraftArray &array = reader.draft.arrays[access.array];
  if (array.tables > 0 || array.isMixed())
    return nullptr;
  const auto extentOf = [&](size_t d) { return access.linear ? std::nullopt : array.extents[d]; };
  bool isKnown = true; // how long it is
  for (size_t d = 0; d < access.index.size(); ++d) {
    isKnown &= extentOf(d).has_value();
    if (d > 0 && !extentOf(d))
      return nullptr;
  }
  const bool isByCells = !isKnown && hasEnds(reader, access, range);
  if (!isKnown && !isByCells)
    return nullptr;
  Poly index;
  Elements elements;
  for (size_t d = 0; d < access.index.size(); ++d) {
    const std::optional<AxisBounds> span =
        isByCells ? spanOf(reader, access.index[d], access.cells, range) : AxisBounds{0, *extentOf(d)};
    if (!span)
      return nullptr;
    const Poly unit = d > 0 ? *extentOf(d) : Poly(1);
    index = index * unit + access.index[d];
    elements.add(unit, *span);
  }
  return loadOf(reader, access.array, elements, valueIn(reader, index), range);
}

} // namespace kasane
