// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Programs.h"

#include "kasane/Analysis/March.h"

namespace kasane {
namespace {

using namespace build;

std::vector<MarchColumn> columnsOf(const StencilProgram &p) {
  const std::optional<Abreast> abreast = abreastOf(p, p.stages[0]);
  return abreast ? marchColumns(p, p.stages[0], *abreast) : std::vector<MarchColumn>();
}

TEST(March, APlaneOfAStarBringsOneLoadOfItsColumn) {
  const StencilProgram p = heatSwap(3);
  const std::vector<MarchColumn> columns = columnsOf(p);
  ASSERT_EQ(columns.size(), 1u);
  EXPECT_EQ(columns[0].field, A);
  EXPECT_EQ(columns[0].at, Offset{});
  EXPECT_EQ(columns[0].from, -1);
  EXPECT_EQ(columns[0].to, 1);
  EXPECT_EQ(columns[0].wanted, std::vector<bool>(4, true));
  EXPECT_EQ(columns[0].lowest, std::vector<int64_t>(4, -1));
  EXPECT_EQ(columnOf(columns, {A, {0, 0, 1}}, 2), &columns[0]);
  EXPECT_EQ(columnOf(columns, {A, {0, 1, 0}}, 2), nullptr);
  EXPECT_EQ(columnOf(columns, {B, {0, 0, 0}}, 2), nullptr);
}

// Of the four elements beside the cells one is looked at, from the cell's own plane on.
TEST(March, ElementsThatNoPlaneLooksAtAreNotHeld) {
  StencilProgram p = heatSwap(3);
  p.stages[0].body = {store(B, at(A, 1) + at(A, 1, 0, 2))};
  const std::vector<MarchColumn> columns = columnsOf(p);
  ASSERT_EQ(columns.size(), 2u); // of the four cells, and of the four behind them
  EXPECT_EQ(columns[0].wanted, (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(columns[1].at, (Offset{4, 0, 0}));
  EXPECT_EQ(columns[1].wanted, (std::vector<bool>{true, false, false, false}));
  EXPECT_EQ(columns[1].lowest[0], 0);
  EXPECT_EQ(columns[1].from, 0);
  EXPECT_EQ(columns[1].to, 2);
}

TEST(March, NotOfWhatTheStageStoresNorOfASinglePlane) {
  StencilProgram p = heatSwap(3);
  p.stages[0].body = {store(A, at(A) + at(B, 0, 1))};
  EXPECT_TRUE(columnsOf(p).empty());
}

TEST(March, ATileOfMoreRowsThanAnItemMakesAtOnce) {
  EXPECT_EQ(planesOfMarch({128, 8, 16}, {32, 8, 1}, 3), 16);
  EXPECT_EQ(planesOfMarch({128, 8, 16}, {32, 8, 2}, 3), 0);
  EXPECT_EQ(planesOfMarch({128, 8, 4}, {32, 8, 1}, 3), 0);
  EXPECT_EQ(planesOfMarch({128, 16, 1}, {32, 1, 1}, 2), 16);
  EXPECT_EQ(planesOfMarch({128, 1, 1}, {32, 1, 1}, 1), 0);
}

} // namespace
} // namespace kasane
