// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Parts.h"

#include "Apart.h"
#include <algorithm>

namespace kasane {
namespace {

class Checker {
public:
  Checker(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions)
      : draft_(draft), layout_(layout), positions_(positions) {}

  const DraftAccess *conflict(size_t earlier, size_t later, std::vector<Poly> &asked) const {
    const DraftNest &a = draft_.nests[earlier], &b = draft_.nests[later];
    for (size_t n = b.firstAccess; n < b.endAccess; ++n)
      for (size_t m = a.firstAccess; m < a.endAccess; ++m)
        if ((draft_.accesses[n].write || draft_.accesses[m].write) &&
            draft_.accesses[n].array == draft_.accesses[m].array && // others' elements are others at every call
            mayMeetLater(earlier, m, later, n)) {
          const std::optional<Poly> gap = gapBetween(draft_, layout_, positions_, {earlier, m}, {later, n});
          if (!gap)
            return &draft_.accesses[n];
          asked.push_back(*gap);
        }
    return nullptr;
  }

private:
  size_t shared(const DraftNest &a, const DraftNest &b) const {
    size_t count = 0;
    while (count < a.around.size() && count < b.around.size() && a.around[count] == b.around[count])
      ++count;
    return count;
  }

  bool mayMeetLater(size_t earlier, size_t m, size_t later, size_t n) const {
    if (spelled(positions_[m].components) != spelled(positions_[n].components) ||
        positions_[m].phase != positions_[n].phase)
      return false; // another array
    if (lieApart(draft_, layout_, positions_, {earlier, m}, {later, n}))
      return false;
    for (size_t l = 0; l < shared(draft_.nests[earlier], draft_.nests[later]); ++l) {
      const int axis = layout_.loopAxis[earlier][l];
      if (layout_.loopAxis[later][l] != axis)
        return true;
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

const DraftAccess *partsConflict(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                                 size_t earlier, size_t later, std::vector<Poly> &asked) {
  return Checker(draft, layout, positions).conflict(earlier, later, asked);
}

bool checkParts(const Draft &draft, const Layout &layout, const std::vector<AccessPosition> &positions,
                std::vector<Guard> &guards, Diagnostics &diagnostics) {
  for (size_t later = 0; later < draft.nests.size(); ++later)
    for (size_t earlier = 0; earlier < later; ++earlier) {
      if (draft.nests[later].around.empty() || draft.nests[earlier].around.empty() ||
          draft.nests[later].apart != draft.nests[earlier].apart ||
          (draft.nests[later].pieceOf && draft.nests[later].pieceOf == draft.nests[earlier].pieceOf))
        continue;
      std::vector<Poly> asked;
      if (const DraftAccess *found = partsConflict(draft, layout, positions, earlier, later, asked)) {
        const bool hasRow =
            layout.loopAxis[later].empty() ||
            positions[static_cast<size_t>(found - draft.accesses.data())].relative[layout.loopAxis[later][0]];
        diagnostics.add(hasRow ? DiagId::rows_in_order : DiagId::row_array_kept, found->range,
                        {draft.arrays[found->array].text, draft.nests[later].loops[0].name});
        return false;
      }
      for (const Poly &gap : asked)
        askFor(guards, gap, draft.nests[later].range);
    }
  return true;
}

} // namespace kasane
