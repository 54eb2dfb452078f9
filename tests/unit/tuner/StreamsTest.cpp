// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the tuner makes of pipelines.
#include "kasane/Analysis/OpCount.h"
#include "kasane/Lower/Lower.h"
#include "kasane/Tuner/CostModel.h"

#include "Machines.h"
#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// A figure for integers is of instructions: there is none that multiplies and adds.
TEST(Streams, IntegersCountOnceInPipelines) {
  auto arithmetic = [](ScalarType type) {
    StencilProgram p = heatSwap(2);
    for (Field &field : p.fields)
      field.elem = type;
    const auto load = [&](int64_t x) { return makeExpr(type, FieldRead{A, {x, 0, 0}}); };
    p.stages[0].body = {store(B, binary(BinaryOp::Add, load(-1), load(1)))};
    Machine machine = gpu();
    machine.operations.f32 = machine.operations.i32;
    Pins pins;
    pins.family = Family::Pipeline;
    pins.depth = 2;
    pins.tile = {256, 64, 1};
    return chosen(p, machine, pins, {{"nx", 4096}, {"ny", 4096}, {"steps", 100}})
        .predicted.seconds[static_cast<int>(Resource::Operations)];
  };
  EXPECT_GT(arithmetic(ScalarType::I32), 0);
  EXPECT_NEAR(arithmetic(ScalarType::F32) / arithmetic(ScalarType::I32), 4,
              1e-9); // an addition is half of what could be fused; two operators of integers are an instruction
}

TEST(Streams, OneAxisIsAPipelineOnGpus) {
  const Sizes sizes = {{"nx", 1 << 26}, {"steps", 1000}};
  const Schedule s = chosen(heatSwap(1), gpu(), {}, sizes).schedule;
  EXPECT_EQ(s.family, Family::Pipeline);
  EXPECT_GT(s.depth, 4);
  EXPECT_EQ(s.tile[0] % 4, 0);
  EXPECT_EQ(s.tile[1] * s.tile[2] * s.group[1] * s.group[2], 1);
  EXPECT_GE(s.tile[0], 4 * s.group[0] - 4 * s.depth); // four cells of each work-item at least
  EXPECT_NE(chosen(heatSwap(1), cpu(), {}, sizes).schedule.family, Family::Pipeline);
  EXPECT_EQ(chosen(ring(1), gpu(), {}, sizes).schedule.family, Family::Pipeline);
}

// Of one axis each step is code of its own, and on chip there are two rows for each end of a block.
TEST(Streams, OneAxisIsCountedStepByStep) {
  const StencilProgram p = heatSwap(1);
  const CostModel model(p, gpu(), chosen(p, gpu()).problem);
  Schedule s;
  s.family = Family::Pipeline;
  s.group = {64, 1, 1};
  for (int depth : {4, 16}) {
    s.depth = depth;
    s.tile = {64 * 8 - 2 * depth, 1, 1};
    EXPECT_EQ(model.onChipBytes(s), 4 * (64 + 2) * 4);
    EXPECT_EQ(model.unrolledOf(s), depth * 8 * (countOps(p).operations + 2));
  }
  s.depth = 4;
  const double few = model.registersOf(s);
  s.depth = 16;
  EXPECT_EQ(model.registersOf(s), few);
}

TEST(Streams, ArraysAreHeldOnChipWhereThereIsRoom) {
  ExprPtr sum = at(A, 0, 1, 1);
  for (FieldId coefficient = 2; coefficient < 10; ++coefficient)
    sum = sum + at(coefficient) * at(A, 1);
  const StencilProgram p = overTime(program({store(B, sum)}, 3), 10, {1, 0, 2, 3, 4, 5, 6, 7, 8, 9});
  Machine roomy = gpu();
  roomy.local.bytes = roomy.local.perUnit;
  roomy.registers = {65536, 255};
  Machine narrow = roomy;
  narrow.local.bytes = 12 << 10;
  Pins pins;
  pins.family = Family::Pipeline;
  pins.tile = Extents{28, 28, 64};
  pins.depth = 2;
  const Decision held = chosen(p, roomy, pins), usual = chosen(p, narrow, pins);
  EXPECT_TRUE(held.schedule.heldOnChip);
  EXPECT_FALSE(usual.schedule.heldOnChip);
  Schedule without = held.schedule;
  without.heldOnChip = false;
  const CostModel model(p, roomy, held.problem);
  EXPECT_GT(model.onChipBytes(held.schedule), model.onChipBytes(without));
  EXPECT_LT(model.registersOf(held.schedule), model.registersOf(without));
  const Prediction onChip = model.predict(held.schedule), other = model.predict(without);
  EXPECT_LT(onChip.total, other.total);
  EXPECT_GT(onChip.seconds[static_cast<int>(Resource::Local)], other.seconds[static_cast<int>(Resource::Local)]);
}

// Where compilers can't be told with how many registers to do, they take fewer than they would be left.
TEST(Streams, GroupsAtOnceWhereNobodyAsks) {
  const StencilProgram p = heatSwap(3);
  Machine asked = gpu();
  asked.registers = {65536, 255};
  Machine left = asked;
  left.registers.areAsked = false;
  const Problem problem = chosen(p, asked).problem;
  const CostModel first(p, asked, problem), second(p, left, problem);
  Schedule s;
  s.family = Family::Pipeline;
  s.depth = 2;
  s.tile = {56, 28, 64};
  bool areMore = false;
  for (const int64_t rows : {8, 16, 32}) {
    s.group = {16, rows, 1};
    EXPECT_EQ(first.registersOf(s), second.registersOf(s)); // what fits is the same
    EXPECT_LE(first.groupsAtOnce(s), second.groupsAtOnce(s));
    areMore |= first.groupsAtOnce(s) < second.groupsAtOnce(s);
  }
  EXPECT_TRUE(areMore);
}

double instructionsOf(const StencilProgram &program, const Problem &problem, const Extents &tile,
                      const Extents &group) {
  Schedule s;
  s.family = Family::Pipeline;
  s.depth = 2;
  s.tile = tile;
  s.group = group;
  Machine machine = gpu();
  machine.registers = {65536, 255};
  return CostModel(program, machine, problem).predict(s).seconds[static_cast<int>(Resource::Instructions)];
}

// As many cells of an item in fewer rows: there are fewer places in memory to work out.
TEST(Streams, RowsOfAnItemsCellsCost) {
  const StencilProgram p = heatSwap(3);
  const Problem problem = chosen(p, gpu()).problem;
  const Extents tile = {56, 28, 64};
  EXPECT_LT(instructionsOf(p, problem, tile, {16, 16, 1}), instructionsOf(p, problem, tile, {32, 8, 1}));
}

// A cell at the rim costs what it costs to ask for it: where much is computed, the rim is a smaller part.
TEST(Streams, TheRimCostsLessWhereMuchIsComputed) {
  auto rim = [](int operators) {
    StencilProgram p = heatSwap(3);
    ExprPtr sum = at(A, 1);
    for (int k = 0; k < operators; ++k)
      sum = sum * at(A, 0, 1) + at(A, 0, 0, 1);
    p.stages[0].body = {store(B, sum)};
    auto ofCell = [&](int64_t groups) {
      const int64_t length = 28 * groups;
      const Problem problem =
          chosen(p, gpu(), {}, {{"nx", length}, {"ny", length}, {"nz", 512}, {"steps", 100}}).problem;
      return instructionsOf(p, problem, {28, 28, 64}, {16, 16, 1}) / static_cast<double>(length * length);
    };
    return ofCell(3) / ofCell(60); // eight of nine groups, and one of fifteen
  };
  EXPECT_GT(rim(1), rim(40));
  EXPECT_GT(rim(40), 1.1);
}

TEST(Streams, PinnedTilesHaveTheGroupOfTheSearch) {
  const Sizes sizes = {{"nx", 512}, {"ny", 512}, {"nz", 512}, {"steps", 100}};
  const Schedule free = chosen(heatSwap(3), gpu(), {}, sizes).schedule;
  ASSERT_EQ(free.family, Family::Pipeline);
  Pins pins;
  pins.tile = free.tile;
  const Schedule byTile = chosen(heatSwap(3), gpu(), pins, sizes).schedule;
  EXPECT_EQ(byTile.depth, free.depth);
  EXPECT_EQ(byTile.group, free.group);
  pins.family = free.family;
  pins.depth = free.depth;
  EXPECT_EQ(chosen(heatSwap(3), gpu(), pins, sizes).schedule.group, free.group);
}

TEST(Streams, TilesAtTheEndsHaveWhatLiesBeyondWhereATileIsSaved) {
  Schedule s;
  s.family = Family::Pipeline;
  s.depth = 2;
  s.tile = {56, 28, 64};
  s.group = {16, 8, 1};
  const auto spares = [&](const Sizes &sizes) {
    return CostModel(heatSwap(3), gpu(), problemOf(heatSwap(3), sizes)).wideEndsOf(s);
  };
  using Axes = std::array<bool, 2>;
  const Sizes rest = {{"nz", 512}, {"steps", 100}};
  const auto with = [&](Sizes sizes) { return sizes.insert(rest.begin(), rest.end()), sizes; };
  EXPECT_EQ(spares(with({{"nx", 560}, {"ny", 284}})), (Axes{false, true}));
  EXPECT_EQ(spares(with({{"nx", 562}, {"ny", 280}})), (Axes{true, false}));
  EXPECT_EQ(spares(with({{"nx", 560}})), (Axes{false, true})); // nobody says how many rows
  Pins pins;
  pins.family = Family::Pipeline;
  pins.tile = s.tile;
  pins.depth = 2;
  EXPECT_EQ(chosen(heatSwap(3), gpu(), pins, with({{"nx", 560}, {"ny", 284}})).schedule.wideEnds, (Axes{false, true}));
}

TEST(Streams, TilesAtTheEndsHaveWhatLiesBeyond) {
  Schedule s;
  s.family = Family::Pipeline;
  s.depth = 2;
  s.tile = {56, 28, 64};
  s.group = {16, 8, 1};
  const auto instructions = [&](int64_t ny) {
    const Problem problem =
        chosen(heatSwap(3), gpu(), {}, {{"nx", 512}, {"ny", ny}, {"nz", 512}, {"steps", 100}}).problem;
    return CostModel(heatSwap(3), gpu(), problem).predict(s).seconds[static_cast<int>(Resource::Instructions)];
  };
  EXPECT_NEAR(instructions(280 + 4), instructions(280), 1e-12); // ten tiles, of which two have rows of a halo
  EXPECT_GT(instructions(280 + 5), 1.05 * instructions(280 + 4));
}

// Nothing is left of a pass between others where there is one pass only, and what that takes says nothing.
TEST(Streams, EndsForAPipelineThatIsAskedForOfOneStep) {
  StencilProgram p = program({store(A, at(A, 1))}, 2);
  p.stages[0].domain[0] = {0, 1};
  Pins pins;
  pins.family = Family::Pipeline;
  pins.depth = 1;
  EXPECT_EQ(chosen(p, gpu(), pins).schedule.family, Family::Pipeline);
}

} // namespace
