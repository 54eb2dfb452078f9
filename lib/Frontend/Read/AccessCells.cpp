// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Read/Choices.h"

#include "kasane/IR/Places.h"

namespace kasane {
namespace {

// What holds in both.
CellRegion eitherOf(CellRegion cells, const CellRegion &others) {
  auto keepCommon = [](std::vector<Poly> &bounds, const std::vector<Poly> &other) {
    std::erase_if(bounds,
                  [&](const Poly &bound) { return std::find(other.begin(), other.end(), bound) == other.end(); });
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
  const PlaceWalk<Known> walk{[&](const Known &before, const ExprPtr &condition, bool holds) {
                                return Known{narrowed(before.cells, *condition, holds, isParam, locals),
                                             before.isSure &&
                                                 isExact(before.cells, *condition, holds, isParam, locals)};
                              },
                              [&](const FieldRead &place, bool, SourceRange, const Known &here) {
                                DraftAccess &access = draft.accesses[place.field];
                                const bool isFirst = seen.insert(place.field).second;
                                access.cells = isFirst ? here.cells : eitherOf(access.cells, here.cells);
                                access.isSure = isFirst && here.isSure;
                              }};
  walk.body(nest.body, {loopRanges(nest.loops), true});
  for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
    if (!seen.count(static_cast<FieldId>(a))) // what the reader has looked at and left out again
      draft.accesses[a].isSure = false;
}

bool compares(BinaryOp op, int64_t difference) {
  switch (op) {
  case BinaryOp::Lt:
    return difference < 0;
  case BinaryOp::Le:
    return difference <= 0;
  case BinaryOp::Gt:
    return difference > 0;
  case BinaryOp::Ge:
    return difference >= 0;
  case BinaryOp::Eq:
    return difference == 0;
  default:
    return difference != 0;
  }
}

Poly guardedValue(const Reader &reader, const Poly &poly, bool greatest) {
  CellRegion ranges = loopRanges(reader.nest.loops);
  return poly.substitute([&](const std::string &symbol) -> std::optional<Poly> {
    for (size_t l = 0; l < reader.nest.loops.size() && l < kMaxAxes; ++l)
      if (symbol == loopSymbol(l)) {
        std::optional<int64_t> slope = poly.coefficientOf(symbol).value_or(0).constant();
        bool up = !slope || *slope > 0;
        return up == greatest ? ranges[l].hi.front() - 1 : ranges[l].lo.front();
      }
    return std::nullopt;
  });
}

bool isLinearOverLoops(const Poly &value) {
  std::set<std::string> symbols = value.symbols();
  return std::all_of(symbols.begin(), symbols.end(), [&](const std::string &s) {
    std::optional<Poly> slope = s[0] == '@' ? value.coefficientOf(s) : Poly(0);
    return slope && slope->constant();
  });
}

std::optional<bool> inAllCells(const Reader &reader, BinaryOp op, const Poly &difference) {
  if (!reader.nest.isInside || !isLinearOverLoops(difference))
    return std::nullopt;
  const std::optional<int64_t> least = guardedValue(reader, difference, false).constant();
  const std::optional<int64_t> most = guardedValue(reader, difference, true).constant();
  if (op == BinaryOp::Eq || op == BinaryOp::Ne)
    return (least && *least > 0) || (most && *most < 0) ? std::optional(op == BinaryOp::Ne) : std::nullopt;
  const bool isUpwards = op == BinaryOp::Gt || op == BinaryOp::Ge;
  const std::optional<int64_t> hardest = isUpwards ? least : most, easiest = isUpwards ? most : least;
  if (hardest && compares(op, *hardest))
    return true;
  return easiest && !compares(op, *easiest) ? std::optional(false) : std::nullopt;
}

} // namespace kasane
