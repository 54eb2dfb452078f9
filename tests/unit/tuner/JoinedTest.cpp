// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loop nests that are joined, values that are collected, loads that wait for each other.
#include "kasane/Tuner/CostModel.h"

#include "Machines.h"
#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// if (the cell is of the colour) A += A[i-1] + A[i+1], in place, for one colour after the other
StencilProgram redBlack() {
  const auto colour = [](int64_t rest) {
    const ExprPtr parity = binary(BinaryOp::Rem, binary(BinaryOp::Add, index(0), index(1)), integer(2));
    return branch(binary(BinaryOp::Eq, parity, integer(rest)), {store(A, at(A) + neighbours(A, 2))});
  };
  StencilProgram p = overTime(program({colour(0)}, 2), 1, {0});
  addStage(p, {colour(1)});
  return p;
}

Prediction predicted(const StencilProgram &p, Family family, const Extents &tile, const Extents &group) {
  Schedule s;
  s.target = kGpuTarget.name;
  s.family = family;
  s.tile = tile;
  s.group = group;
  return CostModel(p, gpu(), problemOf(p, {})).predict(s);
}

TEST(Joined, TilesOfOneStepJoinNestsThatGoThroughTheSameArrays) {
  const auto movesLess = [](const StencilProgram &p, const Machine &machine) {
    Schedule s;
    s.target = kGpuTarget.name;
    s.family = Family::Overlap;
    s.tile = {128, 4, 1};
    return CostModel(p, machine, problemOf(p, {})).movesLess(s);
  };
  EXPECT_TRUE(movesLess(redBlack(), gpu()));
  EXPECT_FALSE(movesLess(redBlack(), cpu())); // where nothing is known of them
  EXPECT_FALSE(movesLess(heatSwap(2), gpu()));
  Machine slow = gpu();
  slow.memory.bandwidth /= 4;
  const Schedule joined = chosen(redBlack(), slow, {}, {{"steps", 1}}).schedule;
  EXPECT_EQ(joined.family, Family::Overlap);
  EXPECT_GT(joined.tile[1], 1); // each row needs what others compute
}

TEST(Joined, SaysWhatItDoesNotLookAt) {
  const auto against = [](const StencilProgram &p, const Pins &pins) { return chosen(p, gpu(), pins).refused; };
  EXPECT_EQ(against(redBlack(), {Family::Overlap, Extents{128, 4, 1}, 1, FpMode::Contract}), "");
  EXPECT_EQ(against(redBlack(), {Family::Overlap, Extents{128, 8, 1}, 1, FpMode::Contract}),
            "with one step at a time a tile of several rows has at most 512 cells");
  EXPECT_EQ(against(heatCopy(2), {Family::Overlap, Extents{128, 4, 1}, 1, FpMode::Contract}),
            "with one step at a time tiles are rows, where no row needs what others compute");
  EXPECT_EQ(against(heatSwap(2), {Family::Overlap, Extents{128, 4, 1}, 1, FpMode::Contract}),
            "with one step at a time a tile is a sweep that copies first");
  EXPECT_EQ(against(heatSwap(2), {Family::Sweep, Extents{512, 1, 1}, {}, FpMode::Contract}), "");
  EXPECT_EQ(against(heatSwap(2), {Family::Sweep, Extents{32, 32, 1}, {}, FpMode::Contract}),
            "of sweeps a few shapes are looked at");
  EXPECT_EQ(against(stopping(2, true), {Family::Pipeline, Extents{120, 64, 1}, 2, FpMode::Contract}),
            "this family is taken only where it is asked for");
}

TEST(Choose, CollectedValuesAreReadOnceMore) {
  const StencilProgram p = collected(2);
  StencilProgram kept = p;
  kept.actions.clear();
  const double cells = static_cast<double>((problemOf(p, {}).grid[0] - 2) * (problemOf(p, {}).grid[1] - 2));
  for (const Family family : {Family::Sweep, Family::Overlap}) {
    const Prediction with = predicted(p, family, {128, 4, 1}, {32, 4, 1}),
                     without = predicted(kept, family, {128, 4, 1}, {32, 4, 1});
    EXPECT_NEAR(with.moved - without.moved, 4 * cells, 1);
    EXPECT_GT(with.overhead, without.overhead);
  }
}

TEST(Choose, LoadsUnderAConditionOverAnotherWaitForIt) {
  const auto latency = [](const ExprPtr &asked) {
    const StmtPtr made = branch(binary(BinaryOp::Gt, asked, number(0)), {store(B, neighbours(A, 2))});
    return predicted(overTime(program({made}, 2), 3, {1, 0, 2}), Family::Sweep, {512, 1, 1}, {128, 1, 1})
        .seconds[static_cast<int>(Resource::Latency)];
  };
  EXPECT_GT(latency(at(C)), 3 * latency(makeExpr(ScalarType::F32, Cast{index(0)})));
}

} // namespace
