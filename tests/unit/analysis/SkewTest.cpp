// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Skew.h"

#include "Programs.h"
#include "Rings.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::build;

namespace {

std::pair<int64_t, int64_t> slopesOf(const StencilProgram &program, int axis) {
  const Skew skew = skewOf(program);
  if (!skew.axis[axis])
    return {-1, -1};
  return {skew.axis[axis]->up.slope, skew.axis[axis]->down.slope};
}

using Slopes = std::pair<int64_t, int64_t>;

TEST(Skew, LeansAsFarAsCellsLook) {
  for (int axis = 0; axis < 3; ++axis)
    EXPECT_EQ(slopesOf(heatSwap(3), axis), Slopes(1, 1));
  EXPECT_EQ(slopesOf(wave(2), 1), Slopes(1, 1)); // three arrays in turn
}

// A copy back overwrites what neighbours have looked at, which lean away from it as far as those who look at the copy.
TEST(Skew, ACopyBackLeansTwice) { EXPECT_EQ(slopesOf(heatCopy(2), 1), Slopes(2, 2)); }

// Half a cell for each half of a step.
TEST(Skew, StagesShareASlope) {
  const Skew skew = skewOf(fdtd(2));
  ASSERT_TRUE(skew.axis[1]);
  EXPECT_EQ(skew.axis[1]->up.slope + skew.axis[1]->down.slope, 2);
  EXPECT_EQ(skew.axis[1]->up.shift.size(), 2u);
}

// The row at the edge is looked at from one side only, so that its nest doesn't make levels lean more.
TEST(Skew, EdgesOfTheirOwnNest) { EXPECT_EQ(slopesOf(neumann(2), 1), Slopes(1, 1)); }

TEST(Skew, NamesThatMoveAgreeAfterAPeriod) {
  EXPECT_EQ(periodOf(heatSwap()), 2);
  EXPECT_EQ(periodOf(wave()), 3);
  EXPECT_EQ(periodOf(heatCopy()), 1);
}

TEST(Skew, EndsThatMeetHaveNoSlope) {
  EXPECT_FALSE(skewOf(torus(2, {false, true})).axis[1]);
  EXPECT_TRUE(skewOf(torus(2, {true, false})).axis[1]);
  EXPECT_TRUE(notDiamond(torus(2, {false, true})));
  EXPECT_FALSE(notDiamond(torus(2, {true, false})));
}

TEST(Skew, DiamondsNeedStepsThatLeaveNothing) {
  EXPECT_TRUE(notDiamond(noTime(2)));
  EXPECT_TRUE(notDiamond(stopping(2, true)));
  EXPECT_FALSE(notDiamond(collected(2)));
  EXPECT_FALSE(notDiamond(withHostCode(heatSwap(2), 1)));
}

} // namespace
