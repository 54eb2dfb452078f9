// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Layout/Profiles.h"

#include "Terms.h"
#include "kasane/Layout/Layout.h"

#include <algorithm>

namespace kasane {
namespace {

// Does every subscript of it go along one axis at most, and is it never stored to?
bool isProfile(const Draft &draft, int array) {
  const bool isMoved =
      std::ranges::any_of(draft.moves, [&](const auto &move) { return move.first == array || move.second == array; });
  return !isMoved && !draft.arrays[array].hidden && std::ranges::all_of(draft.accesses, [&](const DraftAccess &access) {
    const auto terms = tryTermsOf(access);
    return access.array != array || (!access.write && terms && terms->size() <= 1);
  });
}

} // namespace

// An access that is at odds with those before it is the next name's. There are as many names as axes, at most.
void splitProfiles(Draft &draft, Names &names) {
  std::map<int, std::vector<int>> namesOf;        // by the program's array: further arrays
  std::map<size_t, std::pair<int, size_t>> moved; // access -> the program's array, how many of its names it has tried
  for (auto odd = transposedAccess(draft); odd; odd = transposedAccess(draft)) {
    const auto [at, isFirst] = moved.try_emplace(*odd, draft.accesses[*odd].array, 0);
    auto &[array, tried] = at->second;
    std::vector<int> &further = namesOf[array];
    if ((isFirst && !isProfile(draft, array)) || tried + 1 == kMaxAxes)
      return;
    if (tried == further.size()) {
      DraftArray other = draft.arrays[array];
      other.name = names.take(other.name);
      other.key += "'" + std::to_string(tried);
      further.push_back(static_cast<int>(draft.arrays.size()));
      draft.arrays.push_back(std::move(other));
    }
    draft.accesses[*odd].array = further[tried++];
  }
}

} // namespace kasane
