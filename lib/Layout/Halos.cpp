// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers into an array, behind its halo: `double *u = memory + 2;` with u[i - 2] in the cell i = 0. Where the array
// begins isn't known here, and nothing says that it begins at the pointer: the program counts from the first element
// that it surely uses. Rows that count from 1 end behind their length:
// `a -= 1 + ld;` with a[j * ld + i], i from 1 to ld.
#include "kasane/Layout/Layout.h"

#include <algorithm>

namespace kasane {
namespace {

// A flat pointer, of which only the axes are in the subscript; none to rows that is counted by elements.
bool mayBeginBefore(const DraftArray &array, const GroupLayout &group) {
  return array.pointed && !array.hidden && array.tables == 0 && array.extents.size() == 1 && !array.extents[0] &&
         array.origin.empty() && group.kinds[0] == DimKind::Axis &&
         std::all_of(group.slots.begin(), group.slots.end(), [](const Slot &slot) { return slot.axis >= 0; });
}

// The least position of the cells on the axis; nullopt: not known.
std::optional<int64_t> leastPosition(const DraftNest &nest, const std::vector<int> &loopAxis, const DraftAccess &access,
                                     const AccessPosition &position, int axis) {
  std::vector<Poly> first;
  if (!position.relative[axis])
    first.push_back(*position.at[axis]);
  for (size_t l = 0; l < loopAxis.size() && position.relative[axis]; ++l)
    if (loopAxis[l] == axis) {
      first = access.cells[l].lo;
      first.push_back(nest.loops[l].lo);
      for (Poly &lo : first)
        lo = lo + *position.at[axis];
    }
  std::optional<int64_t> reach;
  for (const Poly &lo : first)
    if (std::optional<int64_t> value = lo.constant())
      reach = std::max(reach.value_or(*value), *value);
    else
      return std::nullopt;
  return reach;
}

// Do the cells surely end within their row?
bool endsInRow(const DraftNest &nest, const std::vector<int> &loopAxis, const DraftAccess &access,
               const AccessPosition &position, const GroupLayout &group, int axis) {
  std::optional<Poly> length;
  for (size_t s = 1; s < group.slots.size(); ++s)
    if (group.slots[s].axis == axis)
      length = group.slots[s - 1].stride.dividedBy(group.slots[s].stride);
  std::vector<Poly> past = {Poly(1)};
  for (size_t l = 0; l < loopAxis.size() && position.relative[axis]; ++l)
    if (loopAxis[l] == axis) {
      past = access.cells[l].hi;
      past.push_back(nest.loops[l].hi);
    }
  return length && std::any_of(past.begin(), past.end(), [&](const Poly &hi) {
           std::optional<int64_t> room = (*length - hi - *position.at[axis]).constant();
           return room && *room >= 0;
         });
}

bool isSlowest(const GroupLayout &group, int axis) { return group.slots.front().axis == axis; }

// Rows that are counted from 1: what all arrays leave out at their beginning, where one may need it at its end.
int64_t unusedInRows(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions, int axis) {
  std::optional<int64_t> least;
  bool fits = true;
  for (size_t n = 0; n < draft.nests.size(); ++n)
    for (size_t a = draft.nests[n].firstAccess; a < draft.nests[n].endAccess; ++a) {
      const DraftAccess &access = draft.accesses[a];
      if (!positions[a].at[axis])
        continue;
      const GroupLayout &group = layout.groups[layout.groupOf[access.array]];
      std::optional<int64_t> from = leastPosition(draft.nests[n], layout.loopAxis[n], access, positions[a], axis);
      if (!from || *from < 1 || !mayBeginBefore(draft.arrays[access.array], group) || isSlowest(group, axis))
        return 0;
      least = std::min(least.value_or(*from), *from);
      fits &= endsInRow(draft.nests[n], layout.loopAxis[n], access, positions[a], group, axis);
    }
  return fits ? 0 : least.value_or(0);
}

} // namespace

void countFromHalos(const Draft &draft, Layout &layout, std::vector<AccessPosition> &positions) {
  for (size_t n = 0; n < draft.nests.size(); ++n)
    for (size_t a = draft.nests[n].firstAccess; a < draft.nests[n].endAccess; ++a) {
      const DraftAccess &access = draft.accesses[a];
      GroupLayout &group = layout.groups[layout.groupOf[access.array]];
      for (int axis = 0; axis < kMaxAxes && access.isSure && mayBeginBefore(draft.arrays[access.array], group); ++axis)
        if (positions[a].at[axis])
          if (std::optional<int64_t> reach =
                  leastPosition(draft.nests[n], layout.loopAxis[n], access, positions[a], axis);
              reach && *reach < 0)
            group.before[axis] = std::max(group.before[axis], -*reach);
    }
  for (int axis = 0; axis < kMaxAxes; ++axis)
    if (int64_t unused = unusedInRows(draft, layout, positions, axis); unused > 0)
      for (size_t a = 0; a < draft.accesses.size(); ++a)
        if (positions[a].at[axis])
          layout.groups[layout.groupOf[draft.accesses[a].array]].before[axis] = -unused;
  for (size_t a = 0; a < draft.accesses.size(); ++a)
    for (int axis = 0; axis < kMaxAxes; ++axis)
      if (positions[a].at[axis])
        positions[a].at[axis] =
            *positions[a].at[axis] + Poly(layout.groups[layout.groupOf[draft.accesses[a].array]].before[axis]);
}

} // namespace kasane
