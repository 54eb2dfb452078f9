// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which cells wait for which, and the weights that keep them apart. (SplitRandomTest runs them.)
#include "kasane/Analysis/Fronts.h"
#include "Build.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::build;

namespace {

StencilProgram nestOf(const ExprPtr &value, int xDirection = 1) {
  StencilProgram p = program({store(0, value)}, 2);
  p.stages[0].domain = {{{1, 20}, {1, 20}, {0, 1}}};
  p.stages[0].order = {{1, 1}, {0, xDirection}};
  return p;
}

Stage ordered(const StencilProgram &p) {
  Stage stage = p.stages[0];
  stage.waits = waitsOf(p, stage).value();
  return stage;
}

TEST(Fronts, ReadsOfStoresAndStoresOverReadsWait) {
  // u[j][i - 1] is stored before; u[j + 1][i] is read before it is stored.
  const Stage stage = ordered(nestOf(at(0, -1, 0) + at(0, 0, 1)));
  EXPECT_EQ(stage.waits, (std::vector<Offset>{{0, 1, 0}, {1, 0, 0}}));
  const Fronts fronts = frontsOf(stage);
  ASSERT_EQ(fronts.lines.size(), 2U);
  EXPECT_EQ(fronts.lines[0].axis, 1);
  EXPECT_EQ(fronts.lines[0].weight, 1);
  EXPECT_EQ(fronts.lines[1].axis, 0);
  EXPECT_EQ(fronts.lines[1].weight, 1);
  EXPECT_EQ(fronts.lines[1].lean, 0);
}

TEST(Fronts, CornersTakeWeightAndLean) {
  const Stage stage = ordered(nestOf(at(0, -1, 0) + at(0, 1, -1)));
  EXPECT_EQ(stage.waits, (std::vector<Offset>{{-1, 1, 0}, {1, 0, 0}}));
  const Fronts fronts = frontsOf(stage);
  EXPECT_EQ(fronts.lines[0].weight, 2);
  EXPECT_EQ(fronts.lines[1].weight, 1);
  EXPECT_EQ(fronts.lines[1].lean, 1);
}

TEST(Fronts, LoopsThatFallWaitTheOtherWay) {
  const Stage stage = ordered(nestOf(at(0, -1, 0), -1));
  EXPECT_EQ(stage.waits, (std::vector<Offset>{{-1, 0, 0}}));
  const Fronts fronts = frontsOf(stage);
  ASSERT_EQ(fronts.lines.size(), 1U);
  EXPECT_TRUE(fronts.lines[0].down);
  EXPECT_EQ(fronts.lines[0].weight, 1);
}

TEST(Fronts, NothingWaitsWithoutStoresBeside) {
  EXPECT_TRUE(waitsOf(nestOf(at(1, -1, 0)), nestOf(at(1, -1, 0)).stages[0])->empty());
}

} // namespace
