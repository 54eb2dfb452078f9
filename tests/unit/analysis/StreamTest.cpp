// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/StreamHeld.h"

#include "Rings.h"

using namespace kasane;
using namespace kasane::build;

namespace {

using Reads = std::set<StreamRead>;
using Lags = std::vector<int64_t>;

Stream streamed(const StencilProgram &p, int depth, bool last = false) { return streamOf(p, coneOf(p, depth, last)); }
StencilProgram swapping1(const ExprPtr &value) { return overTime(program({store(B, value)}, 1), 2, {1, 0}); }
StencilProgram swapping(const ExprPtr &value) { return overTime(program({store(B, value)}, 2), 2, {1, 0}); }

Lags lagsOf(const Stream &stream) {
  Lags out;
  for (const StreamLevel &level : stream.levels)
    out.push_back(level.lag);
  return out;
}
int64_t oldest(const StreamVersion &version) {
  int64_t age = -1;
  for (const StreamRead &read : version.reads)
    age = std::max(age, read.age);
  return age;
}

// ---- Lags and ages

TEST(Stream, AStepOfASwapIsAPlaneBehindTheOneBefore) {
  const Stream stream = streamed(heatSwap(2), 3);
  EXPECT_EQ(stream.axis, 1);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2, 3}));
  ASSERT_EQ(stream.versions.size(), 4u); // A is loaded; B, A, B
  const Reads cross = {{{0, 0, 0}, 0}, {{-1, 0, 0}, 1}, {{0, 0, 0}, 1}, {{1, 0, 0}, 1}, {{0, 0, 0}, 2}};
  for (int v = 0; v < 4; ++v) {
    const StreamVersion &version = stream.versions[v];
    EXPECT_EQ(version.buffer, v % 2 ? B : A);
    EXPECT_EQ(version.level, v - 1);
    EXPECT_EQ(version.lag, v);
    EXPECT_EQ(version.reach.lo[0], v - 3);
    EXPECT_EQ(version.reach.hi[0], 3 - v);
    EXPECT_EQ(version.reads, v == 3 ? Reads{} : cross);
  }
  EXPECT_EQ(stream.last, (std::vector<int>{2, 3}));
  EXPECT_EQ(stream.planes(), 3);
}

TEST(Stream, TheSlowestAxisIsStreamed) {
  const Stream stream = streamed(heatSwap(3), 2);
  EXPECT_EQ(stream.axis, 2);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2}));
  EXPECT_TRUE(stream.versions[0].reads.count({{0, 1, 0}, 1}));
  EXPECT_TRUE(stream.versions[0].reads.count({{0, 0, 0}, 2}));
}

// A neighbour's value of the newest plane can be had in the next iteration only.
TEST(Stream, CornersTakeAPlaneMore) {
  ExprPtr box = at(A);
  for (int64_t y : {-1, 0, 1})
    for (int64_t x : {-1, 0, 1})
      box = box + at(A, x, y);
  const Stream stream = streamed(swapping(box), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{2, 4}));
  EXPECT_TRUE(stream.versions[0].reads.count({{1, 0, 0}, 1}));
  EXPECT_FALSE(stream.versions[0].reads.count({{1, 0, 0}, 0}));
}

TEST(Stream, SumsAreHeldInsteadOfPlanes) {
  const Stream stream = streamed(weights(3), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{2, 4}));
  for (int v : {0, 1}) {
    EXPECT_EQ(oldest(stream.versions[v]), 1);
    EXPECT_TRUE(stream.versions[v].reads.count({{1, 1, 0}, 1}));
    EXPECT_FALSE(stream.versions[v].reads.count({{1, 1, 0}, 2}));
  }
  EXPECT_EQ(stream.levels[1].cell->parts.size(), 3u); // a sum of one plane, of two, and that times A
  EXPECT_EQ(stream.planes(), 2);
}

TEST(Stream, LevelsWhoseElementsComeEquallyFarAheadAreAlike) {
  const StencilProgram p = weights(3);
  const SharedStages stages = streamStagesOf(p);
  const Stream two = streamOf(p, stages, coneOf(p, 2, false)), three = streamOf(p, stages, coneOf(p, 3, false));
  EXPECT_FALSE(two.levels[1].cell->parts.empty());
  EXPECT_TRUE(two.levels[1].cell == three.levels[1].cell);
  EXPECT_TRUE(two.levels[1].cell == three.levels[2].cell);
}

TEST(Stream, SumsInAnotherOrderAreNot) {
  ExprPtr box = at(A, 0, 0, 1);
  for (int64_t x : {-1, 0, 1})
    for (int64_t z : {-1, 0, 1})
      box = box + at(A, x, 1, z);
  const Stream stream = streamed(overTime(program({store(B, box)}, 3), 2, {1, 0}), 2);
  EXPECT_TRUE(stream.levels[0].cell->parts.empty());
  EXPECT_EQ(oldest(stream.versions[0]), 3);
}

TEST(Stream, ARadiusIsALag) {
  const Stream stream = streamed(swapping(neighbours(A, 2, 2)), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{2, 4}));
  EXPECT_EQ(oldest(stream.versions[0]), 3); // what is in the plane itself is added up as soon as neighbours have it
  EXPECT_TRUE(stream.versions[0].reads.count({{-2, 0, 0}, 1}));
  EXPECT_EQ(stream.planes(), 4);
}

TEST(Stream, WhatLiesBehindCostsNoLag) {
  const Stream stream = streamed(swapping(at(A, 0, -3) + at(A, 0, -1)), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{0, 0}));
  EXPECT_EQ(stream.versions[0].reads,
            (Reads{{{}, 0}, {{}, 2}})); // their sum is held for a plane; 0: and for cells that step 1 leaves
}

// ---- Versions

TEST(Stream, StagesAreLevelsOfTheirOwn) {
  const Stream stream = streamed(fdtd(2), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2, 3, 4}));
  const StreamLevel &first = stream.levels[0], &second = stream.levels[1], &third = stream.levels[2];
  EXPECT_EQ(first.reads.at(B), kInMemory); // the cell's own value, which nobody else wants
  EXPECT_EQ(first.stores.at(B).before, kInMemory);
  const int loaded = first.reads.at(A), made = first.stores.at(B).version;
  EXPECT_EQ(stream.versions[loaded].level, -1);
  EXPECT_EQ(second.reads, (std::map<FieldId, int>{{A, loaded}, {B, made}}));
  EXPECT_EQ(second.stores.at(A).before, loaded);
  EXPECT_TRUE(stream.versions[loaded].reads.count({{}, 2})); // the cell's own, by the second level
  EXPECT_EQ(third.reads, (std::map<FieldId, int>{{A, second.stores.at(A).version}, {B, made}}));
  EXPECT_EQ(stream.last, (std::vector<int>{stream.levels[3].stores.at(A).version, third.stores.at(B).version}));
}

TEST(Stream, NamesMoveAndVersionsStay) {
  const Stream stream = streamed(wave(2), 3);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2, 3}));
  const int loaded = stream.levels[0].reads.at(B), first = stream.levels[0].stores.at(C).version;
  EXPECT_EQ(stream.levels[0].reads.at(A), kInMemory);
  EXPECT_EQ(stream.levels[1].reads, (std::map<FieldId, int>{{A, loaded}, {B, first}}));
  EXPECT_EQ(stream.versions[stream.levels[1].stores.at(C).version].buffer, A);
  EXPECT_EQ(stream.levels[2].reads.at(A), first);
  EXPECT_EQ(stream.levels[2].stores.at(C).before, loaded); // B's memory
  EXPECT_EQ(stream.versions[first].buffer, C);
}

TEST(Stream, CellsThatAreNotStoredHaveTheVersionBefore) {
  const Stream stream = streamed(conditionalStore(2), 3);
  EXPECT_TRUE(stream.levels[0].stores.at(B).keeps);
  EXPECT_EQ(stream.levels[0].stores.at(B).before, kInMemory);
  EXPECT_EQ(stream.levels[2].stores.at(B).before, stream.levels[0].stores.at(B).version);
  EXPECT_FALSE(streamed(heatSwap(2), 1).levels[0].stores.at(B).keeps);
}

TEST(Stream, AnEdgeIsWrittenOverWhatTheInteriorLeft) {
  const Stream stream = streamed(neumann(2), 1);
  ASSERT_EQ(stream.levels.size(), 2u);
  const StreamStore &edge = stream.levels[1].stores.at(B);
  EXPECT_EQ(edge.before, stream.levels[0].stores.at(B).version);
  EXPECT_TRUE(edge.keepsOutside);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2})); // it reads the plane ahead
}

TEST(Stream, OnARingTheOtherEndIsANeighbour) {
  const Stream stream = streamed(torus(2), 2);
  EXPECT_TRUE(stream.rings.axis[0] && stream.rings.axis[1]);
  EXPECT_EQ(lagsOf(stream), lagsOf(streamed(heatSwap(2), 2)));
  ASSERT_EQ(stream.versions[0].level, -1);
  EXPECT_EQ(stream.versions[0].reads, streamed(heatSwap(2), 2).versions[0].reads);
}

// Beyond the ring's end, C goes on.
TEST(Stream, WhatIsOnlyReadHasNoImages) {
  for (const int axis : {0, 1}) {
    const Stream stream = streamed(torusBeside(2, axis), 2);
    EXPECT_EQ(stream.levels[0].reads.at(C), kInMemory);
    EXPECT_NE(stream.levels[0].reads.at(A), kInMemory);
  }
}

TEST(Stream, SomeProgramsHaveNone) {
  EXPECT_EQ(notStreamed(heatSwap()), "");
  EXPECT_EQ(notStreamed(heatSwap(2)), "");
  EXPECT_EQ(notStreamed(ring(2)), "");
}

// ---- Lines

TEST(Stream, ALinesLevelsFollowEachOther) {
  const Stream stream = streamed(heatSwap(), 3);
  EXPECT_TRUE(stream.isLine);
  EXPECT_FALSE(streamed(heatSwap(2), 3).isLine);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2, 3}));
  EXPECT_EQ(stream.mostLag(), 3);
  const Reads row = {{{-1, 0, 0}, 1}, {{0, 0, 0}, 1}, {{1, 0, 0}, 1}};
  ASSERT_EQ(stream.versions.size(), 4u);
  EXPECT_EQ(stream.versions[0].reads, row);
  EXPECT_EQ(stream.versions[2].reads, row);
}

TEST(Stream, ALineWaitsForNeighboursOnly) {
  const Stream own = streamed(swapping1(at(A) + at(A)), 3), shifted = streamed(swapping1(at(A, -1) + at(A)), 3);
  EXPECT_EQ(lagsOf(own), (Lags{0, 0, 0}));
  EXPECT_EQ(lagsOf(shifted), (Lags{1, 2, 3}));
}

// In a plane the first level reads it where it lies; a line has all from the beginning.
TEST(Stream, WhatALineReadsIsLoadedOnce) {
  const Stream stream = streamed(fdtd(), 2);
  EXPECT_EQ(lagsOf(stream), (Lags{1, 2, 3, 4}));
  EXPECT_EQ(stream.versions[0].level, -1);
  EXPECT_EQ(stream.versions[1].level, -1);
  EXPECT_EQ(stream.levels[0].reads.count(A) + stream.levels[0].reads.count(B), 2u);
  for (const auto &[name, version] : stream.levels[0].reads)
    EXPECT_NE(version, kInMemory);
}

// ---- Work-items

using Extents = std::array<int64_t, 3>;
using Positions = std::vector<BlockCell>;
using Wanted = std::vector<StreamWanted>;

TEST(StreamBlock, CoversTheTileWithItsHalo) {
  const Stream stream = streamed(heatSwap(2), 2);
  const StreamBlock block = streamBlockOf(stream, {4, 9, 1}, {3, 1, 1});
  EXPECT_EQ(block.first, (std::array<int64_t, 2>{-2, 0}));
  EXPECT_EQ(block.cells, (std::array<int64_t, 2>{3, 1})); // 8 cells by 3
  EXPECT_EQ(block.positions(), (Positions{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(block.itemOf({-1, 0}), (BlockCell{-1, 0}));
  EXPECT_EQ(block.inBlock({-1, 0}), (BlockCell{2, 0}));
  EXPECT_EQ(block.itemOf({3, 0}), (BlockCell{1, 0}));
  EXPECT_TRUE(block.isOwn({2, 0}));
}

TEST(StreamBlock, NeighboursHandOverTheirOutermostCells) {
  const Stream stream = streamed(heatSwap(2), 2);
  const StreamBlock block = streamBlockOf(stream, {4, 9, 1}, {3, 1, 1});
  EXPECT_EQ(block.wanted(0), (Wanted{{{-1, 0}, 1, 1, 1}, {{3, 0}, 1, 1, 1}}));
  EXPECT_EQ(block.shared(0).positions, (Positions{{0, 0}, {2, 0}}));
  EXPECT_EQ(block.shared(0).delay, 0);
  EXPECT_EQ(block.shared(0).slots, 2); // what was handed over, and what is
  EXPECT_EQ(block.margin(), (std::array<int64_t, 2>{1, 0}));
  EXPECT_EQ(block.itemsPerSlot(), 3 + 2);
  EXPECT_EQ(block.elements(0), 2 * 2 * 5);
  EXPECT_EQ(block.elements(2), 0); // the result
}

TEST(StreamBlock, AFarNeighbourIsSeveralItemsAway) {
  const Stream stream = streamed(swapping(neighbours(A, 2, 3)), 1);
  const StreamBlock block = streamBlockOf(stream, {2, 4, 1}, {8, 1, 1});
  EXPECT_EQ(block.cells[0], 1);
  EXPECT_EQ(block.margin()[0], 3);
  EXPECT_EQ(block.shared(0).positions, (Positions{{0, 0}}));
  EXPECT_EQ(block.elements(0), 2 * (8 + 6));
}

TEST(StreamBlock, WhatIsReadLateIsHandedOverLate) {
  const Stream late = streamed(swapping(at(A, 0, 1) + at(A, -1, -1)), 1);
  EXPECT_EQ(lagsOf(late), (Lags{1}));
  const StreamShared shared = streamBlockOf(late, {8, 4, 1}, {4, 1, 1}).shared(0);
  EXPECT_EQ(shared.delay, 1);
  EXPECT_EQ(shared.slots, 2);
  const Stream both = streamed(asymmetric(), 1); // two to the left in one plane, one to the right in the next
  EXPECT_EQ(lagsOf(both), (Lags{2}));
  const StreamBlock block = streamBlockOf(both, {8, 4, 1}, {16, 1, 1});
  EXPECT_EQ(block.wanted(0), (Wanted{{{-2, 0}, 2, 2, 1}, {{1, 0}, 1, 1, 1}}));
  EXPECT_EQ(block.shared(0).delay, 0);
  EXPECT_EQ(block.shared(0).slots, 3);
}

TEST(StreamBlock, PlanesHaveRowsOfItems) {
  const Stream stream = streamed(heatSwap(3), 1);
  const StreamBlock block = streamBlockOf(stream, {8, 6, 5}, {5, 4, 1});
  EXPECT_EQ(block.first, (std::array<int64_t, 2>{-1, -1}));
  EXPECT_EQ(block.cells, (std::array<int64_t, 2>{2, 2}));
  EXPECT_EQ(block.margin(), (std::array<int64_t, 2>{1, 1}));
  EXPECT_EQ(block.wanted(0).size(), 8u); // two cells at each side
  EXPECT_EQ(block.shared(0).positions, (Positions{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(block.numberOf({0, 1}) - block.numberOf({0, 0}), 5); // right below
  EXPECT_EQ(block.numberOf({-1, -1}), 0);
  EXPECT_EQ(block.numberOf({5, 4}), block.itemsPerSlot() - 1);
  EXPECT_EQ(block.elements(0), 2 * 4 * (5 * (4 + 2) + 2));
}

// Cell by cell, for items of all kinds of blocks.
TEST(StreamBlock, WantsWhatLiesOutside) {
  const Stream stream = streamed(overTime(program({store(B, neighbours(A, 3, 2) + at(A, 2, 2))}, 3), 2, {1, 0}), 2);
  for (const std::array<int64_t, 2> &cells : {std::array<int64_t, 2>{1, 1}, {1, 4}, {2, 2}, {4, 2}, {9, 7}}) {
    const StreamItem item = streamItemOf(stream, cells);
    for (size_t v = 0; v < stream.versions.size(); ++v) {
      std::map<BlockCell, std::set<int64_t>> ages;
      for (const StreamRead &read : stream.versions[v].reads)
        for (int64_t x = read.inPlane[0]; x < read.inPlane[0] + cells[0]; ++x)
          for (int64_t y = read.inPlane[1]; y < read.inPlane[1] + cells[1]; ++y)
            if (x < 0 || y < 0 || x >= cells[0] || y >= cells[1])
              ages[{x, y}].insert(read.age);
      Wanted wanted;
      for (const auto &[at, of] : ages)
        wanted.push_back({at, *of.begin(), *of.rbegin(), static_cast<int64_t>(of.size())});
      EXPECT_EQ(item.wanted[v], wanted);
    }
  }
}

TEST(StreamBlock, GroupsOfTheSameCellsShareThem) {
  const Stream stream = streamed(heatSwap(3), 1);
  StreamBlocks blocks(stream);
  const StreamBlock one = blocks.of({8, 6, 5}, {5, 4, 1}), other = blocks.of({14, 14, 9}, {8, 8, 1}),
                    third = blocks.of({14, 14, 9}, {8, 4, 1});
  EXPECT_EQ(one.cells, other.cells);
  EXPECT_EQ(one.item, other.item);
  EXPECT_NE(one.item, third.item);
}

// What was handed over is read until the barrier behind the next step, so that two rows of each kind do for any depth.
TEST(StreamBlock, ALinesRowsAreUsedAgain) {
  const StencilProgram p = heatSwap();
  const Stream stream = streamed(p, 6);
  const StreamBlock block = streamBlockOf(stream, {20, 1, 1}, {4, 1, 1});
  EXPECT_EQ(block.cells, (std::array<int64_t, 2>{8, 1}));
  const LineRows rows = lineRowsOf(p, stream, block);
  EXPECT_EQ(rows.count, (std::map<ScalarType, int64_t>{{ScalarType::F32, 4}}));
  EXPECT_EQ(rows.of[0], (std::vector<int64_t>{0, 1}));
  EXPECT_EQ(rows.of[1], (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(rows.of[2], (std::vector<int64_t>{0, 1}));
  EXPECT_TRUE(rows.of[6].empty());
}

TEST(StreamBlock, ALineHoldsOneValueOfACell) {
  const StencilProgram p = heatSwap();
  auto heldAt = [&](int depth) {
    const Stream stream = streamed(p, depth);
    const StreamBlock block = streamBlockOf(stream, {64 - 2 * depth, 1, 1}, {8, 1, 1});
    EXPECT_EQ(copiesOf(stream, block), 1);
    return block.heldWords();
  };
  EXPECT_EQ(heldAt(2), 8 + 2); // and both neighbours'
  EXPECT_EQ(heldAt(12), 8 + 2);
}

// B = C times the sum of A's neighbours: C is loaded by the first level, and held until the last.
TEST(Stream, HoldsArraysOfTheCellWhereRegistersSuffice) {
  const StencilProgram p = coefficients();
  const Cone cone = coneOf(p, 3, false);
  const Streams streams = streamsOf(p, cone);
  ASSERT_TRUE(streams.holding);
  EXPECT_EQ(streams.holding->versions.size(), streams.plain.versions.size() + 1);
  const StreamVersion &held = streams.holding->versions.back();
  EXPECT_EQ(held.buffer, C);
  EXPECT_EQ(held.level, -1);
  EXPECT_EQ(held.lag, streams.plain.levels.front().lag);
  EXPECT_EQ(held.oldest(), streams.plain.levels.back().lag - held.lag);
  EXPECT_EQ(streams.plain.levels.back().reads.at(C), kInMemory);
  EXPECT_EQ(&streams.of({8, 1, 1}, {4, 1, 1}, false), &*streams.holding);
  EXPECT_EQ(&streams.of({4096, 1, 1}, {4, 1, 1}, false), &streams.plain); // a thousand cells each
  EXPECT_EQ(&streams.of({4096, 1, 1}, {4, 1, 1}, true), &*streams.onChip);
  EXPECT_FALSE(streamsOf(p, coneOf(p, 1, false)).holding);
  EXPECT_FALSE(streamsOf(heatSwap(2), coneOf(heatSwap(2), 3, false)).holding);
}

// On chip the next plane comes while others are read. It may take the place of one that the last levels have read
// before, since they are made first where none reads what another makes in the same iteration.
TEST(Stream, HoldsArraysOnChip) {
  auto onChip = [](const StencilProgram &p) { return *streamsOf(p, coneOf(p, 2, false)).onChip; };
  const Stream star = onChip(coefficients(3)), aside = onChip(coefficientsAside(3));
  EXPECT_FALSE(star.isLastFirst());
  EXPECT_EQ(star.order(), (std::vector<size_t>{0, 1}));
  EXPECT_TRUE(aside.isLastFirst());
  EXPECT_EQ(aside.order(), (std::vector<size_t>{1, 0}));
  EXPECT_FALSE(streamed(coefficientsAside(3), 2).isLastFirst()); // nothing is on chip
  auto blockOf = [](const Stream &stream) { return streamBlockOf(stream, {28, 28, 1}, {32, 8, 1}); };
  const auto last = [](const Stream &stream) { return stream.versions.size() - 1; };
  EXPECT_EQ(star.versions.back().oldest(), 1);
  EXPECT_EQ(blockOf(star).ownSlots(last(star)), 3);
  EXPECT_EQ(aside.versions.back().oldest(), 2);
  EXPECT_EQ(blockOf(aside).ownSlots(last(aside)), 3);
  EXPECT_EQ(blockOf(star).ownSlots(0), 0);
  EXPECT_EQ(blockOf(aside).elements(last(aside)), 3 * 256 * blockOf(aside).cells[0] * blockOf(aside).cells[1]);
}

// Neighbours' values stay on chip where a work-item of so many has no registers for them: a slot for each plane then.
TEST(Stream, NeighboursStayOnChipWhereRegistersEnd) {
  const Stream stream = streamed(heatSwap(3), 2);
  const StreamBlock few = streamBlockOf(stream, {28, 28, 1}, {32, 8, 1}),
                    many = streamBlockOf(stream, {60, 60, 1}, {8, 8, 1});
  EXPECT_FALSE(few.readsOnChip);
  EXPECT_TRUE(many.readsOnChip);
  for (size_t v = 0; v < stream.versions.size(); ++v)
    EXPECT_GE(many.shared(v).slots, few.shared(v).slots);
}

} // namespace
