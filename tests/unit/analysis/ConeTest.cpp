// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Cone.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

Reach reach(int64_t lo, int64_t hi) { return {{lo, 0, 0}, {hi, 0, 0}}; }
const Reach kTile{};

using Names = std::set<FieldId>;

// ---- Swap

TEST(Cone, OneStepStaysInMemory) {
  Cone cone = coneOf(heatSwap(), 1, false);
  ASSERT_EQ(cone.stages.size(), 1U);
  EXPECT_EQ(cone.stages[0].reach, kTile);
  EXPECT_EQ(cone.stages[0].fromMemory, Names{A});
  EXPECT_EQ(cone.stages[0].toMemory, Names{B});
  EXPECT_FALSE(cone.buffers[A].written);
  EXPECT_TRUE(cone.buffers[B].stored);
  EXPECT_EQ(cone.buffers[B].throughStage, 0);
  for (const ConeBuffer &buffer : cone.buffers) {
    EXPECT_FALSE(buffer.onChip);
    EXPECT_FALSE(buffer.spare);
  }
}

TEST(Cone, TwoStepsOfASwapOverwriteWhatTheyRead) {
  Cone cone = coneOf(heatSwap(), 2, false);
  ASSERT_EQ(cone.stages.size(), 2U);
  EXPECT_EQ(cone.stages[0].reach, reach(-1, 1));
  EXPECT_EQ(cone.stages[0].fromMemory, Names{A});
  EXPECT_TRUE(cone.stages[0].toMemory.empty());
  EXPECT_EQ(cone.stages[1].reach, kTile);
  EXPECT_TRUE(cone.stages[1].fromMemory.empty());
  EXPECT_EQ(cone.stages[1].toMemory, Names{B}); // the name B is bound to the buffer A by then
  EXPECT_EQ(cone.boundTo[1], (std::vector<FieldId>{B, A}));
  EXPECT_EQ(cone.boundTo[2], cone.boundTo[0]);

  EXPECT_TRUE(cone.buffers[A].stored);
  EXPECT_TRUE(cone.buffers[A].spare);
  EXPECT_FALSE(cone.buffers[A].onChip);
  EXPECT_EQ(cone.buffers[A].load, LoadKind::None);
  EXPECT_TRUE(cone.buffers[B].onChip);
  EXPECT_EQ(cone.buffers[B].reach, reach(-1, 1));
  EXPECT_EQ(cone.buffers[B].load, LoadKind::Fixed); // its edges are from before the region, not A's
  EXPECT_EQ(cone.buffers[B].coverStage, 0);
  EXPECT_FALSE(cone.buffers[B].stored); // the next step overwrites it before anything reads it
}

TEST(Cone, TheLastPassStoresEveryWrittenBuffer) {
  Cone cone = coneOf(heatSwap(), 2, true);
  EXPECT_TRUE(cone.buffers[A].stored);
  EXPECT_TRUE(cone.buffers[B].stored);
  EXPECT_EQ(cone.buffers[B].throughStage, -1); // it is read on chip, so it is copied from there
  EXPECT_FALSE(cone.buffers[B].spare);         // nobody reads B's old interior
}

TEST(Cone, ThreeStepsOfASwap) {
  Cone cone = coneOf(heatSwap(), 3, false);
  ASSERT_EQ(cone.stages.size(), 3U);
  for (int s = 0; s < 3; ++s)
    EXPECT_EQ(cone.stages[s].reach, reach(s - 2, 2 - s)) << s;
  EXPECT_EQ(cone.buffers[B].reach, reach(-2, 2));
  EXPECT_EQ(cone.buffers[A].reach, reach(-1, 1));
  EXPECT_TRUE(cone.buffers[A].onChip);
  EXPECT_FALSE(cone.buffers[A].stored);
  EXPECT_FALSE(cone.buffers[A].spare);
  EXPECT_TRUE(cone.buffers[B].stored);
  EXPECT_FALSE(cone.buffers[B].spare); // odd depths end in the buffer that nobody reads
  EXPECT_TRUE(coneOf(heatSwap(), 3, true).buffers[A].spare);
}

TEST(Cone, ReachGrowsWithEveryAxisOfItsOwn) {
  Cone cone = coneOf(asymmetric(), 3, false);
  EXPECT_EQ(cone.stages[0].reach, (Reach{{-4, 0, 0}, {2, 2, 0}}));
  EXPECT_EQ(cone.buffers[B].reach, (Reach{{-4, 0, 0}, {2, 2, 0}}));
  EXPECT_EQ(cone.buffers[A].reach, (Reach{{-2, 0, 0}, {1, 1, 0}}));
}

// ---- Other ways through time

TEST(Cone, CopyNest) {
  Cone cone = coneOf(heatCopy(), 2, false);
  ASSERT_EQ(cone.stages.size(), 4U);
  EXPECT_EQ(cone.stages[0].reach, reach(-1, 1));
  EXPECT_EQ(cone.stages[0].fromMemory, Names{A});
  EXPECT_EQ(cone.stages[1].reach, reach(-1, 1));
  EXPECT_EQ(cone.stages[2].reach, kTile);
  EXPECT_TRUE(cone.stages[2].fromMemory.empty());
  EXPECT_EQ(cone.stages[3].toMemory, Names{A});
  EXPECT_TRUE(cone.buffers[A].spare);
  EXPECT_EQ(cone.buffers[A].throughStage, 1);
  EXPECT_EQ(cone.buffers[A].load, LoadKind::Fixed);
  EXPECT_FALSE(cone.buffers[B].stored);
  EXPECT_TRUE(coneOf(heatCopy(), 2, true).buffers[B].stored);
}

TEST(Cone, RotationOfThreeLevels) {
  Cone cone = coneOf(wave(), 3, false);
  ASSERT_EQ(cone.stages.size(), 3U);
  EXPECT_EQ(cone.boundTo[1], (std::vector<FieldId>{B, C, A}));
  EXPECT_EQ(cone.boundTo[3], cone.boundTo[0]);
  EXPECT_EQ(cone.stages[0].fromMemory, (Names{A, B}));
  EXPECT_EQ(cone.stages[1].fromMemory, Names{A}); // the buffer B, two steps old
  EXPECT_TRUE(cone.stages[2].fromMemory.empty());
  EXPECT_EQ(cone.stages[0].reach, reach(-2, 2));
  EXPECT_EQ(cone.stages[1].reach, reach(-1, 1));
  EXPECT_TRUE(cone.buffers[A].spare);
  EXPECT_EQ(cone.buffers[A].throughStage, -1); // step 3 reads it on chip
  EXPECT_TRUE(cone.buffers[B].spare);
  EXPECT_EQ(cone.buffers[B].throughStage, 0);
  EXPECT_FALSE(cone.buffers[B].onChip);
  EXPECT_FALSE(cone.buffers[C].stored);
  EXPECT_EQ(cone.buffers[C].reach, reach(-2, 2));
}

TEST(Cone, TwoStepsOfThreeLevelsKeepTwo) {
  Cone cone = coneOf(wave(), 2, false);
  EXPECT_TRUE(cone.buffers[A].stored);
  EXPECT_TRUE(cone.buffers[A].spare);
  EXPECT_FALSE(cone.buffers[B].written);
  EXPECT_TRUE(cone.buffers[C].stored);
  EXPECT_FALSE(cone.buffers[C].spare);
}

TEST(Cone, InPlaceFieldsNeedSparesAtDepthOne) {
  Cone cone = coneOf(fdtd(), 1, false);
  ASSERT_EQ(cone.stages.size(), 2U);
  EXPECT_EQ(cone.stages[0].reach, reach(-1, 0));
  EXPECT_EQ(cone.stages[0].fromMemory, (Names{A, B}));
  EXPECT_EQ(cone.stages[1].reach, kTile);
  EXPECT_EQ(cone.stages[1].fromMemory, Names{A});
  EXPECT_EQ(cone.stages[1].toMemory, Names{A});
  EXPECT_EQ(cone.buffers[B].reach, reach(-1, 0));
  EXPECT_TRUE(cone.buffers[A].spare);
  EXPECT_TRUE(cone.buffers[B].spare);
  EXPECT_EQ(cone.buffers[A].throughStage, 1);
  EXPECT_EQ(cone.buffers[B].throughStage, -1);
}

TEST(Cone, InPlaceFieldsAtDepthTwo) {
  Cone cone = coneOf(fdtd(), 2, false);
  ASSERT_EQ(cone.stages.size(), 4U);
  EXPECT_EQ(cone.stages[0].reach, reach(-2, 1));
  EXPECT_EQ(cone.stages[1].reach, reach(-1, 1));
  EXPECT_EQ(cone.stages[2].reach, reach(-1, 0));
  EXPECT_EQ(cone.stages[3].reach, kTile);
  EXPECT_EQ(cone.buffers[A].reach, reach(-1, 1));
  EXPECT_EQ(cone.buffers[B].reach, reach(-2, 1));
}

TEST(Cone, HalfStepsAddTheirReach) {
  Cone cone = coneOf(halfSteps(), 2, false);
  ASSERT_EQ(cone.stages.size(), 4U);
  for (int k = 0; k < 4; ++k)
    EXPECT_EQ(cone.stages[k].reach, reach(k - 3, 3 - k)) << k;
}

// ---- What keeps old values

TEST(Cone, AConditionalStoreLoadsTheWholeArray) {
  Cone cone = coneOf(conditionalStore(), 1, false);
  EXPECT_TRUE(cone.buffers[B].onChip);
  EXPECT_EQ(cone.buffers[B].load, LoadKind::Whole); // any of its cells may be one that is not stored
  EXPECT_TRUE(cone.buffers[B].spare);
}

TEST(Cone, AnotherDomainOfTheSameBufferNeedsASpare) {
  Cone cone = coneOf(neumann(), 1, false);
  ASSERT_EQ(cone.stages.size(), 2U);
  EXPECT_EQ(cone.stages[0].reach, reach(0, 1));
  EXPECT_EQ(cone.buffers[B].reach, reach(0, 1));
  EXPECT_EQ(cone.buffers[B].coverStage, 0);
  EXPECT_TRUE(cone.buffers[B].spare);
  EXPECT_EQ(cone.buffers[B].throughStage, -1);
}

TEST(Cone, ReadOnlyFieldsStayInMemory) {
  Cone cone = coneOf(coefficient(), 3, true);
  EXPECT_FALSE(cone.buffers[C].written);
  EXPECT_FALSE(cone.buffers[C].onChip);
  EXPECT_FALSE(cone.buffers[C].stored);
  for (const ConeStage &stage : cone.stages)
    EXPECT_TRUE(stage.fromMemory.count(C));
}

// Whether it is stored or not, the next pass overwrites the interior; the edge it may leave alone.
TEST(Cone, WhatTheNextStepMayLeaveAloneIsCarriedOn) {
  StencilProgram p = heatSwap();
  addStage(p, {branch(binary(BinaryOp::Gt, at(A, 1), number(0)), {store(B, at(A, 1))})}).domain[0] = {0, 1};
  EXPECT_TRUE(coneOf(p, 2, false).buffers[B].stored);
  p.stages[1].body = {store(B, at(A, 1))};
  EXPECT_FALSE(coneOf(p, 2, false).buffers[B].stored); // every step writes it anew
  p.stages[1].body = {store(B, at(B, 1))};
  EXPECT_FALSE(coneOf(p, 2, false).buffers[B].stored); // from a cell that is new by then
  p.stages[1].body = {store(B, at(B, 1) + at(B))};
  EXPECT_TRUE(coneOf(p, 2, false).buffers[B].stored);
}

// ---- What nobody wants

TEST(Cone, ScratchIsNotStored) {
  StencilProgram p = heatCopy();
  p.clauses.scratch = {"B"};
  Cone cone = coneOf(p, 2, true);
  EXPECT_FALSE(cone.buffers[B].stored);
  EXPECT_TRUE(cone.buffers[A].stored);
}

TEST(Cone, AStageThatNothingNeedsIsLeftOut) {
  StencilProgram p = overTime(program({store(B, neighbours(A, 1))}), 3, {1, 0, 2});
  addStage(p, {store(C, at(A))}); // C is overwritten in every step, and nothing reads it
  Cone ordinary = coneOf(p, 2, false);
  EXPECT_EQ(ordinary.stages.size(), 2U);
  EXPECT_FALSE(ordinary.buffers[C].stored);
  Cone last = coneOf(p, 2, true);
  EXPECT_TRUE(last.buffers[C].stored);
  EXPECT_EQ(last.stages.size(), 4U);
}

TEST(Cone, AStoreThatNothingNeedsIsDead) {
  StencilProgram p = overTime(program({store(B, neighbours(A, 1)), store(C, at(A))}), 3, {1, 0, 2});
  Cone cone = coneOf(p, 1, false);
  ASSERT_EQ(cone.stages.size(), 1U);
  EXPECT_EQ(cone.stages[0].dead, Names{C});
  EXPECT_EQ(cone.stages[0].toMemory, Names{B});
  EXPECT_TRUE(coneOf(p, 1, true).stages[0].dead.empty());
}

} // namespace
