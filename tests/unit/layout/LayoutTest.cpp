// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Drafts.h"

using namespace kasane;
using namespace kasane::drafts;

namespace {

std::vector<AccessPosition> positionsOf(const Draft &draft, const Layout &layout) {
  Names names;
  std::vector<Param> params = draft.params;
  Diagnostics diagnostics;
  std::vector<AccessPosition> positions;
  for (const DraftAccess &one : draft.accesses)
    positions.push_back(*positionOf(draft, layout, draft.nests[0], one, names, params, diagnostics));
  return positions;
}

TEST(Layout, TheFastestInMemoryIsAxis0) {
  Diagnostics diagnostics;
  const std::optional<Layout> layout = layoutOf(exchanged(), diagnostics);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->rank, 2);
  EXPECT_EQ(layout->loopAxis, (std::vector<std::vector<int>>{{1, 0}}));
}

// The order of the loops plays no part: for i for j.
TEST(Layout, LoopsInTheOtherOrder) {
  Draft draft = empty({pointer("a"), pointer("b")});
  const int from = access(draft, 0, {flat(loop(1), loop(0))}), to = access(draft, 1, {flat(loop(1), loop(0))}, true);
  addNest(draft, {over("i", 0, nx()), over("j", 0, ny())}, {build::store(to, read(from))}, 0);
  Diagnostics diagnostics;
  const std::optional<Layout> layout = layoutOf(draft, diagnostics);
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->loopAxis, (std::vector<std::vector<int>>{{0, 1}}));
}

TEST(Layout, FlatSubscriptsAreTakenApart) {
  const Draft draft = exchanged();
  Diagnostics diagnostics;
  const std::vector<AccessPosition> positions = positionsOf(draft, *layoutOf(draft, diagnostics));
  ASSERT_EQ(positions.size(), 3u);
  EXPECT_EQ(positions[0].at[0], Poly(-1));
  EXPECT_EQ(positions[0].at[1], Poly(0));
  EXPECT_EQ(positions[1].at[0], Poly(0));
  EXPECT_EQ(positions[1].at[1], Poly(1));
  EXPECT_TRUE(positions[0].relative[0] && positions[0].relative[1] && !positions[0].at[2]);
}

TEST(Layout, ExchangedArraysAreOneGroup) {
  EXPECT_EQ(groupsOf(exchanged()), (std::vector<int>{0, 0}));
  Draft kept = exchanged();
  kept.moves.clear();
  EXPECT_NE(groupsOf(kept)[0], groupsOf(kept)[1]);
}

// a[i * i] goes along no axis.
TEST(Layout, RefusesWhatIsNotAffine) {
  Draft draft = empty({pointer("a")});
  const int stored = access(draft, 0, {loop(0) * loop(0)}, true);
  addNest(draft, {over("i", 0, nx())}, {build::store(stored, build::number(1))}, 0);
  Diagnostics diagnostics;
  EXPECT_FALSE(layoutOf(draft, diagnostics));
  EXPECT_TRUE(diagnostics.hasErrors());
}

} // namespace
