// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Programs.h"

#include "kasane/Analysis/Ghosts.h"
#include "kasane/Analysis/Periodic.h"

namespace kasane {
namespace {

using namespace build;

const Poly n = Poly::symbol("nx");

ExprPtr farAt(FieldId field, int64_t offset, const Poly &far) {
  return makeExpr(ScalarType::F32, FieldRead{field, {offset, 0, 0}, {far, Poly(), Poly()}});
}

// x in [0, n): B = A[x + 1 < n ? x + 1 : x + 1 - n]; swap
StencilProgram wrapped(const Poly &round) {
  ExprPtr inside = binary(BinaryOp::Lt, index(0), scalar("nx", ScalarType::I32) + integer(-1));
  StencilProgram p =
      overTime(program({store(B, makeExpr(ScalarType::F32, Select{inside, at(A, 1), farAt(A, 1, round)}))}), 2, {1, 0});
  p.stages[0].domain[0] = {0, n};
  return p;
}

Stage refresh(FieldId field, const AxisBounds &cells, int64_t offset, const Poly &far) {
  Stage stage = program({store(field, farAt(field, offset, far))}).stages[0];
  stage.domain[0] = cells;
  return stage;
}

// x in [1, n-1): B = sum(A); B[0] = B[n-2]; B[n-1] = B[1]; swap
StencilProgram ghosts() {
  StencilProgram p = heatSwap();
  p.stages.push_back(refresh(B, {0, 1}, -2, n));
  p.stages.push_back(refresh(B, {n - 1, n}, 2, Poly(0) - n));
  return p;
}

TEST(Periodic, AWrappedIndexClosesItsAxis) {
  RingsOrFar found = ringsOf(wrapped(Poly(0) - n));
  ASSERT_TRUE(found.rings.axis[0]);
  EXPECT_EQ(found.rings.axis[0]->lo, Poly(0));
  EXPECT_EQ(found.rings.axis[0]->hi, n);
  EXPECT_FALSE(found.far);
  EXPECT_EQ(nearest(found.rings, FieldRead{A, {1, 0, 0}, {Poly(0) - n, Poly(), Poly()}}), (Offset{1, 0, 0}));
}

TEST(Periodic, ADistanceThatIsNoRoundIsFar) {
  RingsOrFar found = ringsOf(wrapped(Poly(-2) * n));
  EXPECT_FALSE(found.rings.any());
  ASSERT_TRUE(found.far);
  EXPECT_EQ(found.far->axis, 0);
}

TEST(Periodic, OnItsRingBothSidesOfTheConditionAreOneElement) {
  StencilProgram p = wrapped(Poly(0) - n);
  std::vector<StmtPtr> body = onRings(ringsOf(p).rings, p.stages[0].body, [](FieldId) { return true; });
  EXPECT_EQ(print(std::get<FieldStore>(body[0]->node).value), "f0[+1,0,0]");
}

TEST(Periodic, WhatStaysNearMakesNoRing) {
  EXPECT_FALSE(ringsOf(heatSwap()).rings.any());
  EXPECT_FALSE(withoutGhosts(heatSwap()));
  EXPECT_FALSE(withoutGhosts(neumann()));
}

TEST(Ghosts, RefreshedBehindTheUpdate) {
  std::optional<Unghosted> found = withoutGhosts(ghosts());
  ASSERT_TRUE(found);
  EXPECT_EQ(found->refreshes, (std::vector<size_t>{1, 2}));
  EXPECT_EQ(found->program.stages.size(), 1u);
  EXPECT_EQ(ringsOf(found->program).rings.axis[0]->lo, Poly(1));
}

TEST(Ghosts, OneSideIsNotEnough) {
  StencilProgram p = ghosts();
  p.stages.pop_back();
  EXPECT_FALSE(withoutGhosts(p));
}

// The ghosts of A are as old as what B held: nobody refreshes them between the update of A and its reading.
TEST(Ghosts, TheOtherArrayIsNotEnough) {
  StencilProgram p = ghosts();
  p.rotation = {0, 1};
  addStage(p, {store(A, at(B))}).domain[0] = {1, n - 1};
  EXPECT_FALSE(withoutGhosts(p));
}

TEST(Ghosts, AnUpdateBetweenRefreshAndReadMakesThemStale) {
  StencilProgram p = ghosts();
  p.stages.push_back(program({store(B, at(B) + at(B))}).stages[0]);
  EXPECT_FALSE(withoutGhosts(p));
}

} // namespace
} // namespace kasane
