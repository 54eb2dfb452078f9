// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/TileArray.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

using Tile = std::array<int64_t, 3>;

TEST(TileArray, LongRowsOfAThreadBeginWithLines) {
  const StencilProgram heat = heatSwap(2);
  const Tile tile{512, 8, 1};
  EXPECT_EQ(lineOfRows(heat, tile, true), 16); // floats
  const TileArray array = tileArrayOf(heat, coneOf(heat, 2, false), B, tile, true);
  EXPECT_EQ(array.lead, 16);
  EXPECT_EQ(array.before, 16);       // for a halo of 1
  EXPECT_EQ(array.span[0], 35 * 16); // 16 + 512 + 1, an odd number of lines
  EXPECT_EQ(array.span[1], 10);
  EXPECT_EQ(array.elements(), 16 + 560 * 10);
}

TEST(TileArray, HasAnOddNumberOfLines) {
  const StencilProgram heat = heatSwap(2);
  for (int64_t x : {256, 480, 512, 992, 1024, 2048, 4000})
    for (int depth : {2, 5, 16}) {
      const Tile tile{x, 4, 1};
      const TileArray array = tileArrayOf(heat, coneOf(heat, depth, false), B, tile, true);
      EXPECT_EQ(array.before % 16, 0);
      EXPECT_EQ(array.span[0] % 32, 16) << x << " cells, depth " << depth;
      EXPECT_GE(array.span[0], array.before + x + coneOf(heat, depth, false).buffers[B].reach.hi[0]);
      EXPECT_LE(array.span[0], x + 2 * depth + 48);
    }
}

TEST(TileArray, ShortRowsAndThoseOfWorkItemsAreAsTheyCome) {
  const StencilProgram heat = heatSwap(2);
  const Cone cone = coneOf(heat, 2, false);
  EXPECT_EQ(lineOfRows(heat, {255, 8, 1}, true), 1);
  for (const bool rowLoops : {false, true}) {
    const TileArray array = tileArrayOf(heat, cone, B, {rowLoops ? 64 : 512, 8, 1}, rowLoops);
    EXPECT_EQ(array.lead, 0);
    EXPECT_EQ(array.before, 1);
    EXPECT_EQ(array.span, (Tile{rowLoops ? 66 : 514, 10, 1}));
  }
}

TEST(TileArray, OnlySumsAndProductsOfFloatsAreMadeAlong) {
  EXPECT_TRUE(mayBeMadeAlong(heatSwap(2).stages[0]));
  EXPECT_TRUE(mayBeMadeAlong(fdtd().stages[0]));
  EXPECT_FALSE(mayBeMadeAlong(conditionalStore().stages[0]));
  const ExprPtr value = at(A);
  auto storing = [](ExprPtr stored) {
    Stage stage = heatSwap(2).stages[0];
    stage.body = {makeStmt(FieldStore{B, {}, std::move(stored)})};
    return stage;
  };
  EXPECT_TRUE(mayBeMadeAlong(storing(binary(BinaryOp::Mul, value, value))));
  EXPECT_FALSE(mayBeMadeAlong(storing(binary(BinaryOp::Div, value, value))));
  EXPECT_FALSE(mayBeMadeAlong(storing(makeExpr(ScalarType::F32, Call{"sqrtf", {value}}))));
}

} // namespace
