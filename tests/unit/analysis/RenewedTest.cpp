// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Renewed.h"

#include "kasane/Analysis/Cone.h"
#include "kasane/Analysis/Stream.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

using Flags = std::vector<bool>;

LoadKind loadOf(const StencilProgram &p, FieldId field, int depth = 2) {
  return coneOf(p, depth, true).buffers[static_cast<size_t>(field)].load;
}

TEST(Renewed, ACopyNestsArrayIs) {
  EXPECT_EQ(renewedFields(heatCopy(2)), (Flags{false, true}));
  EXPECT_EQ(renewedFields(copiedInside(2)), (Flags{false, true, true}));
  EXPECT_EQ(renewedFields(ringCopied(2)), (Flags{false, true}));
  EXPECT_EQ(renewedFields(noTime(2)), (Flags{false, true}));
}

TEST(Renewed, NotWhereOldValuesAreKeptOrRead) {
  EXPECT_EQ(renewedFields(heatSwap(2)), (Flags{false, false}));
  EXPECT_EQ(renewedFields(copiedInParts(2)), (Flags{false, false}));
  EXPECT_EQ(renewedFields(copiedAtAnEdge(2)), (Flags{false, false}));
  EXPECT_EQ(renewedFields(copiedInParticular(2)), (Flags{false, false}));
  EXPECT_EQ(renewedFields(copiedLate(2)), (Flags{false, false, true}));
}

// Whoever makes several steps loads what the first one of its stores leaves.
TEST(Renewed, ByTheFirstNestThatTouchesIt) {
  StencilProgram p = heatCopy(1);
  Stage inner = p.stages[0];
  inner.domain[0].lo = 2;
  p.stages.insert(p.stages.begin(), std::move(inner));
  EXPECT_EQ(renewedFields(p), (Flags{false, false}));
}

// In memory that moves on to another name, all names of the cycle have to be.
TEST(Renewed, AllNamesOfACycle) {
  StencilProgram p = copiedInside(1);
  p.stages[1].domain = p.stages[2].domain = p.stages[0].domain;
  p.stages[1].body = {store(C, at(B))};
  EXPECT_EQ(renewedFields(p), (Flags{false, true, true}));
  p.rotation = {0, 2, 1};
  EXPECT_EQ(renewedFields(p), (Flags{false, true, true}));
  p.rotation = {2, 1, 0};
  EXPECT_EQ(renewedFields(p), (Flags{false, true, false}));
}

TEST(Renewed, NotWhereTheRegionMayBeLeftBefore) {
  EXPECT_EQ(renewedFields(withHostCode(heatCopy(), 0)), (Flags{false, false}));
  EXPECT_EQ(renewedFields(withHostCode(heatCopy(), 1)), (Flags{false, true}));
  EXPECT_EQ(renewedFields(withHostCode(heatCopy(), 2)), (Flags{false, true}));
  StencilProgram p = heatCopy();
  p.actions.push_back({0, Stop{integer(1), false, true}, {}});
  EXPECT_EQ(renewedFields(p), (Flags{false, false}));
}

// The statement order within a nest counts.
TEST(Renewed, ReadAfterItsStore) {
  StencilProgram p = overTime(program({store(B, neighbours(A, 1)), store(C, at(B))}, 1), 3, {0, 1, 2});
  addStage(p, {store(A, at(C))});
  EXPECT_EQ(renewedFields(p), (Flags{false, true, true}));
  std::swap(p.stages[0].body[0], p.stages[0].body[1]);
  EXPECT_EQ(renewedFields(p), (Flags{false, false, true}));
}

TEST(Renewed, NothingIsLoadedOfIt) {
  EXPECT_EQ(loadOf(heatCopy(2), B), LoadKind::None);
  EXPECT_EQ(loadOf(copiedInside(2), B), LoadKind::None);
  EXPECT_EQ(loadOf(copiedInside(2), C), LoadKind::None);
  EXPECT_EQ(loadOf(heatSwap(2), B), LoadKind::Fixed);
  EXPECT_EQ(loadOf(copiedInParts(2), B), LoadKind::Fixed);
  EXPECT_EQ(loadOf(copiedAtAnEdge(2), B), LoadKind::Fixed);
  EXPECT_EQ(loadOf(copiedInParticular(2), B), LoadKind::Whole);
}

TEST(Renewed, AStreamKeepsNothingOfIt) {
  auto hasOutside = [](const StencilProgram &p, size_t level, FieldId name) {
    return streamOf(p, coneOf(p, 2, true)).levels.at(level).stores.at(name).hasOutside;
  };
  EXPECT_FALSE(hasOutside(heatCopy(2), 0, B));
  EXPECT_TRUE(hasOutside(heatCopy(2), 1, A));
  EXPECT_TRUE(hasOutside(copiedInParts(2), 0, B));
  EXPECT_TRUE(hasOutside(copiedAtAnEdge(2), 0, B));
}

} // namespace
