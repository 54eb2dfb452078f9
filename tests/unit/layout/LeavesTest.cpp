// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Drafts.h"

#include "kasane/Layout/Leaves.h"

using namespace kasane;
using namespace kasane::drafts;

namespace {

DraftArray blocks(const std::string &name) {
  DraftArray array = pointer(name);
  array.extents = {std::nullopt, Poly(4), Poly(5), Poly(6)};
  return array;
}

// for b for k for j for i  v[b][k][j][i] = u[b + far][k - 1][j][i] + h[b];
Draft nest(int64_t far) {
  using namespace build;
  Draft draft = empty({blocks("u"), blocks("v"), pointer("h")});
  const int from = access(draft, 0, {loop(0) + Poly(far), loop(1) - 1, loop(2), loop(3)});
  const int width = access(draft, 2, {loop(0)});
  const int to = access(draft, 1, {loop(0), loop(1), loop(2), loop(3)}, true);
  addNest(draft, {over("b", 0, nx()), over("k", 1, 3), over("j", 1, 4), over("i", 1, 5)},
          {store(to, read(from) + read(width))}, 0);
  draft.moves = {{0, 1}, {1, 0}};
  return draft;
}

TEST(Leaves, AreTakenOutOfNestsAndArrays) {
  Draft draft = nest(0);
  Diagnostics diagnostics;
  ASSERT_TRUE(takeLeaves(draft, diagnostics));
  ASSERT_TRUE(draft.nests[0].leaf);
  EXPECT_EQ(draft.nests[0].leaf->hi, nx());
  EXPECT_EQ(draft.nests[0].loops.size(), 3u);
  EXPECT_EQ(draft.accesses[0].index, (std::vector<Poly>{loop(0) - 1, loop(1), loop(2)}));
  EXPECT_TRUE(draft.accesses[1].index.empty());
  EXPECT_EQ(draft.arrays[0].leaf, Poly(4 * 5 * 6));
  EXPECT_EQ(draft.arrays[0].extents.size(), 3u);
  EXPECT_EQ(draft.arrays[2].leaf, Poly(1));
  EXPECT_TRUE(layoutOf(draft, diagnostics));
}

TEST(Leaves, AnotherBlockIsRefused) {
  Draft draft = nest(1);
  Diagnostics diagnostics;
  EXPECT_FALSE(takeLeaves(draft, diagnostics));
  ASSERT_TRUE(diagnostics.hasErrors());
  EXPECT_EQ(diagnostics.all()[0].id, DiagId::not_by_leaf);
}

TEST(Leaves, ThreeLoopsStayAsTheyAre) {
  Draft draft = exchanged();
  Diagnostics diagnostics;
  EXPECT_TRUE(takeLeaves(draft, diagnostics));
  EXPECT_FALSE(draft.nests[0].leaf);
  EXPECT_EQ(draft.nests[0].loops.size(), 2u);
}

} // namespace
