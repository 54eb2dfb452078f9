// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Parts.h"

#include <algorithm>

namespace kasane {
namespace {

class Checker {
public:
  Checker(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions)
      : draft_(draft), layout_(layout), positions_(positions) {}

  // An access of `later` that `earlier` must not make in a further round; null: there is none.
  const DraftAccess *conflict(size_t earlier, size_t later) const {
    const DraftNest &a = draft_.nests[earlier], &b = draft_.nests[later];
    for (size_t n = b.firstAccess; n < b.endAccess; ++n)
      for (size_t m = a.firstAccess; m < a.endAccess; ++m)
        if ((draft_.accesses[n].write || draft_.accesses[m].write) &&
            draft_.accesses[n].array == draft_.accesses[m].array && // others' elements are others at every call
            mayMeetLater(earlier, m, later, n))
          return &draft_.accesses[n];
    return nullptr;
  }

private:
  size_t shared(const DraftNest &a, const DraftNest &b) const {
    size_t count = 0;
    while (count < a.around.size() && count < b.around.size() && a.around[count] == b.around[count])
      ++count;
    return count;
  }

  // The elements that the access reaches along the axis; null: it has none there.
  std::optional<AxisBounds> reached(size_t nest, size_t access, int axis) const {
    const AccessPosition &position = positions_[access];
    if (!position.at[axis])
      return std::nullopt;
    if (!position.relative[axis])
      return AxisBounds{*position.at[axis], *position.at[axis] + Poly(1)};
    const DraftLoop &loop = draft_.nests[nest].loops[loopOn(nest, axis)];
    return AxisBounds{loop.lo + *position.at[axis], loop.hi + *position.at[axis]};
  }

  size_t loopOn(size_t nest, int axis) const {
    const std::vector<int> &axes = layout_.loopAxis[nest];
    return static_cast<size_t>(std::find(axes.begin(), axes.end(), axis) - axes.begin());
  }

  bool mayMeetLater(size_t earlier, size_t m, size_t later, size_t n) const {
    if (spelled(positions_[m].components) != spelled(positions_[n].components) ||
        positions_[m].phase != positions_[n].phase)
      return false; // another array
    for (int axis = 0; axis < kMaxAxes; ++axis) {
      const std::optional<AxisBounds> a = reached(earlier, m, axis), b = reached(later, n, axis);
      auto isBelow = [](const AxisBounds &x, const AxisBounds &y) {
        const std::optional<int64_t> gap = (y.lo - x.hi).constant();
        return gap && *gap >= 0;
      };
      if (a && b && (isBelow(*a, *b) || isBelow(*b, *a)))
        return false;
    }
    for (size_t l = 0; l < shared(draft_.nests[earlier], draft_.nests[later]); ++l) {
      const int axis = layout_.loopAxis[earlier][l];
      const AccessPosition &a = positions_[m], &b = positions_[n];
      const std::optional<int64_t> rounds = a.at[axis] && b.at[axis] && a.relative[axis] && b.relative[axis]
                                                ? (*b.at[axis] - *a.at[axis]).constant()
                                                : std::nullopt;
      if (!rounds)
        return true;
      if (draft_.nests[earlier].loops[l].mirrored != draft_.nests[later].loops[l].mirrored)
        return true;
      if (*rounds != 0)
        return *rounds * draft_.nests[earlier].loops[l].order() > 0;
    }
    return false;
  }

  static std::vector<std::string> spelled(const std::vector<Poly> &components) {
    std::vector<std::string> texts;
    for (const Poly &component : components)
      texts.push_back(component.str());
    return texts;
  }

  const Draft &draft_;
  const Layout &layout_;
  const std::vector<AccessPosition> &positions_;
};

} // namespace

bool checkParts(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                Diagnostics &diagnostics) {
  const Checker checker(draft, layout, positions);
  for (size_t later = 0; later < draft.nests.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      if (draft.nests[later].around.empty() || draft.nests[earlier].around.empty() ||
          draft.nests[later].apart != draft.nests[earlier].apart ||
          (draft.nests[later].pieceOf && draft.nests[later].pieceOf == draft.nests[earlier].pieceOf))
        continue;
      if (const DraftAccess *found = checker.conflict(earlier, later)) {
        const bool hasRow =
            layout.loopAxis[later].empty() ||
            positions[static_cast<size_t>(found - draft.accesses.data())].relative[layout.loopAxis[later][0]];
        diagnostics.add(hasRow ? DiagId::rows_in_order : DiagId::row_array_kept, found->range,
                        {draft.arrays[found->array].text, draft.nests[later].loops[0].name});
        return false;
      }
    }
  return true;
}

} // namespace kasane
