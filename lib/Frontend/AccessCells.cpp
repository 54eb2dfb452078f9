// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Choices.h"

#include "kasane/IR/Places.h"

namespace kasane {
namespace {

// What holds in both.
CellRegion eitherOf(CellRegion cells, const CellRegion &others) {
  auto keepCommon = [](std::vector<Poly> &bounds, const std::vector<Poly> &other) {
    std::erase_if(bounds, [&](const Poly &bound) { return std::find(other.begin(), other.end(), bound) == other.end(); });
  };
  cells.either.clear();
  for (size_t l = 0; l < cells.axes.size(); ++l) {
    keepCommon(cells[l].lo, others[l].lo);
    keepCommon(cells[l].hi, others[l].hi);
  }
  return cells;
}

} // namespace

CellRegion loopRanges(const std::vector<DraftLoop> &loops) {
  CellRegion ranges;
  for (size_t l = 0; l < kMaxAxes; ++l)
    ranges[l] = l < loops.size() ? CellBounds{{loops[l].lo}, {loops[l].hi}} : CellBounds{{0}, {1}};
  return ranges;
}

void noteCells(Draft &draft, const DraftNest &nest) {
  const IsParam isParam = integersAmong(draft.params);
  const Definitions locals = definitionsOf(nest.body);
  struct Known {
    CellRegion cells;
    bool isSure;
  };
  std::set<FieldId> seen;
  const PlaceWalk<Known> walk{
      [&](const Known &before, const ExprPtr &condition, bool holds) {
        return Known{narrowed(before.cells, *condition, holds, isParam, locals),
                     before.isSure && isExact(before.cells, *condition, holds, isParam, locals)};
      },
      [&](const FieldRead &place, bool, SourceRange, const Known &here) {
        DraftAccess &access = draft.accesses[place.field];
        const bool isFirst = seen.insert(place.field).second;
        access.cells = isFirst ? here.cells : eitherOf(access.cells, here.cells);
        access.isSure = isFirst && here.isSure;
      }};
  walk.body(nest.body, {loopRanges(nest.loops), true});
}

} // namespace kasane
