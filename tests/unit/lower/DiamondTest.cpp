// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Compare.h"

#include "kasane/Analysis/Skew.h"

#include <gtest/gtest.h>

namespace kasane::execution {
namespace {

StencilProgram star(int rank, int64_t radius) {
  StencilProgram p = overTime(program({store(B, neighbours(A, rank, radius))}, rank), 2, {1, 0});
  for (int a = 0; a < rank; ++a)
    p.stages.front().domain[a] = {radius, *p.fields[A].extent[a] - Poly(radius)};
  return p;
}

// Each slope, in as many steps as end below a diamond's tip, at it and beyond; grids thinner than a diamond.
TEST(Diamond, SlopesWidthsAndSteps) {
  for (int radius = 1; radius <= 4; ++radius) {
    const Case wide = {"star", star(2, radius)};
    ASSERT_FALSE(notDiamond(wide.program));
    const Skew skew = skewOf(wide.program);
    EXPECT_EQ(skew.axis[1]->up.slope, radius);
    EXPECT_EQ(skew.axis[1]->down.slope, radius);
    std::vector<Scalars> runs;
    for (const int64_t ny : {2 * radius + 1, 2 * radius + 3, 29})
      for (const int64_t steps : {1, 3, 4, 5, 13})
        runs.push_back({{"nx", 2 * radius + 4}, {"ny", ny}, {"nz", 1}, {"steps", steps}});
    for (const int64_t width : {1, 2, 8, 16})
      compare(wide, {Family::Diamond, {5, width, 1}, 1000}, runs);
  }
}

// Half a row for each half of a step.
TEST(Diamond, StaggeredStagesLeanLess) {
  const Skew skew = skewOf(fdtd(2));
  ASSERT_TRUE(skew.axis[1]);
  EXPECT_EQ(skew.axis[1]->up.slope, 1);
  EXPECT_EQ(skew.axis[1]->down.slope, 1);
}

// And a sweep for a step that is left.
TEST(Diamond, OneKernelWhateverTheDepth) {
  const LoopNest nest = lower(heatSwap(2), {}, scheduleOf({"heat", heatSwap(2)}, {Family::Diamond, {0, 8, 1}, 64}));
  EXPECT_EQ(nest.kernels.size(), 2u);
  EXPECT_TRUE(nest.host.spares.empty());
}

// Which way is taken shows in the passes; either leaves the same.
TEST(Diamond, SmallArraysAndFewStepsGoBySweeps) {
  const Case heat = {"heat", heatSwap(2)}, sums = {"collected", collected(2)};
  for (const Case &c : {heat, sums}) {
    Schedule schedule = scheduleOf(c, {Family::Diamond, {0, 4, 1}, 1000});
    schedule.smallBytes = 2 * 4 * 10 * 10;
    schedule.manySteps = 6;
    const LoopNest nest = lower(c.program, {}, schedule);
    ASSERT_EQ(verify(nest), "");
    const auto passesOf = [&](int64_t side, int64_t steps) {
      const Scalars scalars = {{"nx", side}, {"ny", side}, {"nz", 1}, {"steps", steps}, {"sum", 9}, {"made", 0}};
      const Memory before = filled(c.program, scalars);
      const Outcome made = execute(nest, scalars, before);
      const Outcome expected = execute(c.program, scalars, before);
      for (const size_t array : {0, 1}) // what is collected is nobody's
        EXPECT_EQ(made.memory[array], expected.memory[array]);
      return made.passes.size();
    };
    EXPECT_EQ(passesOf(10, 5), 5u);
    EXPECT_EQ(passesOf(10, 6), 1u);
    EXPECT_EQ(passesOf(20, 5), 1u);
  }
}

// The verifier of kernels knows fronts.
TEST(Diamond, AFrontDefinesOnlyConstants) {
  LoopNest nest = lower(heatSwap(2), {}, scheduleOf({"heat", heatSwap(2)}, {Family::Diamond, {0, 8, 1}, 64}));
  ASSERT_EQ(verify(nest), "");
  nest.kernels[0].fronts->lets.push_back(makeKStmt(Barrier{}));
  EXPECT_NE(verify(nest).find("constants of a front"), std::string::npos);
}

// Wrong fronts are seen: diamonds that lean too little touch each other's cells.
TEST(Diamond, TooFewFrontsAreNoticed) {
  LoopNest nest = lower(heatSwap(2), {}, scheduleOf({"heat", heatSwap(2)}, {Family::Diamond, {0, 4, 1}, 64}));
  Kernel &kernel = nest.kernels[0];
  kernel.fronts->hi = sub(kernel.fronts->hi, intLit(1));
  const Scalars scalars = {{"nx", 6}, {"ny", 12}, {"nz", 1}, {"steps", 6}};
  const Memory before = filled(heatSwap(2), scalars);
  EXPECT_NE(execute(nest, scalars, before).memory, execute(heatSwap(2), scalars, before).memory);
}

} // namespace
} // namespace kasane::execution
