// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CrossedNests.h"

#include "Fields.h"

#include <algorithm>

namespace kasane {
namespace {

std::vector<int> accessesIn(const StmtPtr &stmt) {
  std::vector<int> list;
  walk({stmt}, [&](const Stmt &part) {
    if (const auto *store = std::get_if<FieldStore>(&part.node))
      list.push_back(store->field);
  });
  walkExprs({stmt}, [&](const Expr &expr) {
    if (const auto *read = std::get_if<FieldRead>(&expr.node))
      list.push_back(read->field);
  });
  std::sort(list.begin(), list.end());
  return list;
}

// By which factors the loops are in the subscripts of what the statement stores first: one text for each way.
std::string wayOf(const Draft &draft, const DraftNest &nest, const std::vector<int> &accesses) {
  for (int access : accesses)
    if (draft.accesses[access].write) {
      std::string way;
      for (const Poly &index : draft.accesses[access].index)
        for (size_t l = 0; l < nest.loops.size(); ++l)
          way += index.coefficientOf(loopSymbol(l)).value_or(0).str() + ";";
      return way;
    }
  return "";
}

// The nest as several, whose accesses follow one another; empty: it can't be.
std::vector<DraftNest> partsOf(const Draft &draft, const DraftNest &nest) {
  std::vector<DraftNest> parts;
  std::string way;
  size_t next = nest.firstAccess;
  for (const StmtPtr &stmt : nest.body) {
    const std::vector<int> accesses = accessesIn(stmt);
    const std::string here = wayOf(draft, nest, accesses);
    const bool isLocal =
        std::holds_alternative<LocalDecl>(stmt->node) || std::holds_alternative<LocalAssign>(stmt->node);
    if (isLocal || here.empty() || static_cast<size_t>(accesses.front()) < next)
      return {};
    if (parts.empty() || here != way)
      parts.push_back(
          {nest.loops, {}, parts.empty() ? nest.firstAccess : static_cast<size_t>(accesses.front()), 0, nest.range});
    way = here;
    parts.back().body.push_back(stmt);
    next = parts.back().endAccess = static_cast<size_t>(accesses.back()) + 1;
  }
  for (size_t p = 0; p < parts.size(); ++p)
    parts[p].endAccess = p + 1 < parts.size() ? parts[p + 1].firstAccess : nest.endAccess;
  return parts;
}

struct Split {
  Draft draft;
  std::vector<size_t> from; // of each nest: which one it was
};

std::optional<Split> split(const Draft &draft) {
  Split out{draft, {}};
  out.draft.nests.clear();
  std::vector<size_t> first; // where each of the old ones begins
  for (size_t n = 0; n < draft.nests.size(); ++n) {
    first.push_back(out.draft.nests.size());
    std::vector<DraftNest> parts = partsOf(draft, draft.nests[n]);
    const bool gathers = std::any_of(draft.actions.begin(), draft.actions.end(), [&](const DraftAction &action) {
      const auto *gather = std::get_if<DraftGather>(&action.node);
      return gather && gather->nest == n;
    });
    if (parts.size() < 2 || gathers)
      parts = {draft.nests[n]};
    out.from.insert(out.from.end(), parts.size(), n);
    out.draft.nests.insert(out.draft.nests.end(), parts.begin(), parts.end());
  }
  first.push_back(out.draft.nests.size());
  for (DraftAction &action : out.draft.actions) {
    action.nest = first[action.nest];
    if (auto *gather = std::get_if<DraftGather>(&action.node))
      gather->nest = first[gather->nest];
  }
  return out.draft.nests.size() > draft.nests.size() ? std::optional(std::move(out)) : std::nullopt;
}

bool isAtLeast(const Poly &value, int64_t least) {
  const std::optional<int64_t> known = value.constant();
  return known && *known >= least;
}

// Where an access of one nest goes on an axis: all of [lo, hi), cell by cell, or one place.
struct Reach {
  const AccessPosition &position;
  const DraftNest &nest;
  const std::vector<int> &loopAxis;

  AxisBounds on(int axis) const {
    const Poly at = *position.at[axis];
    for (size_t l = 0; l < loopAxis.size(); ++l)
      if (position.relative[axis] && loopAxis[l] == axis)
        return {nest.loops[l].lo + at, nest.loops[l].hi + at};
    return {at, at + Poly(1)};
  }
};

// Surely never the same element, or in the same cell only.
bool areApart(const Reach &first, const Reach &later) {
  bool sameCell = first.loopAxis == later.loopAxis;
  for (int axis = 0; axis < kMaxAxes; ++axis) {
    if (!first.position.at[axis] || !later.position.at[axis])
      continue;
    const AxisBounds one = first.on(axis), other = later.on(axis);
    if (isAtLeast(one.lo - other.hi, 0) || isAtLeast(other.lo - one.hi, 0))
      return true;
    const bool isOnLoop = std::find(first.loopAxis.begin(), first.loopAxis.end(), axis) != first.loopAxis.end();
    sameCell &= !isOnLoop || (first.position.relative[axis] && later.position.relative[axis] &&
                              *first.position.at[axis] == *later.position.at[axis]);
  }
  for (int axis : first.loopAxis)
    sameCell &= first.position.at[axis].has_value() && later.position.at[axis].has_value();
  return sameCell;
}

// Do the parts of each nest give what the whole does?
bool isSame(const Split &parts, const Layout &layout, const std::vector<AccessPosition> &positions) {
  const Draft &draft = parts.draft;
  for (size_t p = 0; p < draft.nests.size(); ++p)
    for (size_t q = p + 1; q < draft.nests.size() && parts.from[q] == parts.from[p]; ++q)
      for (size_t a = draft.nests[p].firstAccess; a < draft.nests[p].endAccess; ++a)
        for (size_t b = draft.nests[q].firstAccess; b < draft.nests[q].endAccess; ++b) {
          const DraftAccess &one = draft.accesses[a], &other = draft.accesses[b];
          const bool meet = (one.write || other.write) && keyOf(one, positions[a]) == keyOf(other, positions[b]);
          if (meet && !areApart({positions[a], draft.nests[p], layout.loopAxis[p]},
                                {positions[b], draft.nests[q], layout.loopAxis[q]}))
            return false;
        }
  return true;
}

} // namespace

std::optional<Draft> withoutCrossings(const Draft &draft, const Names &names) {
  Diagnostics silent;
  if (layoutOf(draft, silent))
    return std::nullopt;
  std::optional<Split> parts = split(draft);
  Diagnostics found;
  const std::optional<Layout> layout = parts ? layoutOf(parts->draft, found) : std::nullopt;
  if (!layout)
    return std::nullopt;
  Names own = names;
  std::vector<Param> params = draft.params;
  std::vector<AccessPosition> positions;
  for (const DraftNest &nest : parts->draft.nests)
    for (size_t a = nest.firstAccess; a < nest.endAccess; ++a)
      if (const auto position = positionOf(parts->draft, *layout, nest, parts->draft.accesses[a], own, params, found))
        positions.push_back(*position);
      else
        return std::nullopt;
  return isSame(*parts, *layout, positions) ? std::optional(std::move(parts->draft)) : std::nullopt;
}

} // namespace kasane
