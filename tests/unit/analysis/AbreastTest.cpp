// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Programs.h"

#include "kasane/Analysis/Abreast.h"

namespace kasane {
namespace {

using namespace build;

const Poly n = Poly::symbol("nx");

std::optional<Abreast> of(const StencilProgram &p) { return abreastOf(p, p.stages[0]); }

std::set<Offset> loadsOf(const Abreast &abreast, FieldId f) {
  std::set<Offset> out;
  for (const auto &[field, offset] : abreast.loads)
    if (field == f)
      out.insert(offset);
  return out;
}

TEST(Abreast, FourCellsLookAtThreeRowsOfFour) {
  StencilProgram p = heatSwap(2);
  const std::optional<Abreast> four = of(p);
  ASSERT_TRUE(four);
  EXPECT_EQ(four->cells, 4);
  EXPECT_EQ(loadsOf(*four, A), (std::set<Offset>{{-4, 0, 0}, {0, 0, 0}, {4, 0, 0}, {0, -1, 0}, {0, 1, 0}}));
  EXPECT_EQ(four->stores, std::set<FieldId>{B});
  // Of cells 1 to nx - 2 the first four that have four elements before them, and behind them.
  EXPECT_EQ(four->within.lo, Poly(4));
  EXPECT_EQ(four->within.hi, n - Poly(4));
  EXPECT_EQ(loadFor(*four, {-1, 0, 0}, 0), (std::pair<Offset, int64_t>{{-4, 0, 0}, 3}));
  EXPECT_EQ(loadFor(*four, {1, 0, 0}, 3), (std::pair<Offset, int64_t>{{4, 0, 0}, 0}));
}

TEST(Abreast, TwoOfEightBytes) {
  StencilProgram p = heatSwap(2);
  p.fields[A].elem = ScalarType::F64;
  const std::optional<Abreast> two = of(p);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->cells, 2);
  EXPECT_EQ(loadsOf(*two, A).size(), 5u);
}

// Rows -1 to 2 of memory for two rows of cells; what they look at beside themselves each loads for itself.
TEST(Abreast, RowsAtOnceShareLoads) {
  StencilProgram p = heatSwap(2);
  const std::optional<Abreast> two = abreastOf(p, p.stages[0], {1, 2});
  ASSERT_TRUE(two);
  EXPECT_EQ(
      loadsOf(*two, A),
      (std::set<Offset>{{-4, 0, 0}, {0, 0, 0}, {4, 0, 0}, {-4, 1, 0}, {0, 1, 0}, {4, 1, 0}, {0, -1, 0}, {0, 2, 0}}));
  EXPECT_EQ(two->within.lo, Poly(4));
  EXPECT_EQ(two->within.hi, n - Poly(4));
  EXPECT_EQ(two->looked, (2 * 6 + 2 * 4) * 4);
  EXPECT_EQ(inRow(p, two->jam, A, {1, 1, 0}, 1), (Offset{1, 2, 0}));
}

// A field without the axis is the same for all rows, and nothing else is shared.
TEST(Abreast, RowsThatShareNoLoadAreNotMadeAtOnce) {
  StencilProgram p = coefficient(2);
  EXPECT_EQ(inRow(p, {1, 2}, C, {1, 0, 0}, 1), (Offset{1, 0, 0}));
  EXPECT_TRUE(abreastOf(p, p.stages[0], {1, 2}));
  p.stages[0].body = {store(B, at(C) * at(A, 1))};
  EXPECT_TRUE(of(p));
  EXPECT_FALSE(abreastOf(p, p.stages[0], {1, 2}));
}

TEST(Abreast, RowsOfAnItemAlongTheSlowestAxis) {
  const auto any = [](const Jam &) { return true; };
  EXPECT_EQ(jamOf({128, 8, 2}, {32, 8, 1}, any), (Jam{2, 2}));
  EXPECT_EQ(jamOf({128, 8, 2}, {32, 4, 1}, any), (Jam{2, 2}));
  EXPECT_EQ(jamOf({128, 8, 2}, {32, 4, 1}, [](const Jam &jam) { return jam.axis == 1; }), (Jam{1, 2}));
  EXPECT_EQ(jamOf({128, 8, 1}, {32, 8, 1}, any), Jam());
  EXPECT_EQ(jamOf({128, 8, 3}, {32, 8, 2}, any), Jam());
  EXPECT_EQ(jamOf({128, 8, 8}, {32, 8, 1}, any), Jam());
}

// What a condition alone asks for may not be there.
TEST(Abreast, NotWhereAnElementIsReadOnACondition) {
  StencilProgram p = heatSwap(2);
  const ExprPtr is = binary(BinaryOp::Gt, at(A), number(1));
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Select{is, at(A, 1), at(A)}))};
  EXPECT_FALSE(of(p));
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Select{is, at(A, 1), at(A)}) + at(A, 1))};
  EXPECT_TRUE(of(p));
}

TEST(Abreast, NotWhereACellAsksForItsPlaceOrStoresOnACondition) {
  StencilProgram p = heatSwap(2);
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Cast{index(0)}))};
  EXPECT_FALSE(of(p));
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Cast{index(1)}))};
  EXPECT_TRUE(of(p));
  p.stages[0].body = {branch(binary(BinaryOp::Gt, at(A), number(1)), {store(B, at(A))})};
  EXPECT_FALSE(of(p));
}

TEST(Abreast, NotWhereMemoryIsNotDense) {
  StencilProgram p = heatSwap(2);
  p.fields[A].stride[0] = 2;
  EXPECT_FALSE(of(p));
  p = heatSwap(2);
  p.fields[A].elem = ScalarType::I16;
  EXPECT_FALSE(of(p));
}

} // namespace
} // namespace kasane
