// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Packed.h"
#include "Build.h"
#include "Programs.h"

#include <gtest/gtest.h>

using namespace kasane;
using namespace kasane::build;

namespace {

// The program's first field, with strides as given.
Field packedFrom(std::array<Poly, kMaxAxes> stride, const std::function<void(Field &)> &change = {}) {
  StencilProgram program = heatSwap(2);
  program.fields[0].stride = std::move(stride);
  if (change)
    change(program.fields[0]);
  return withPackedElements(program).fields[0];
}

const Poly kRow = Poly::symbol("nx");

TEST(Packed, MembersBecomeNeighbours) {
  const Field field = packedFrom({9, Poly(9) * kRow, 0});
  EXPECT_EQ(field.apart, 9);
  EXPECT_EQ(field.stride, (std::array<Poly, kMaxAxes>{1, kRow, 0}));
}

TEST(Packed, NeighboursStay) {
  const Field field = packedFrom({1, Poly(9) * kRow, 0});
  EXPECT_EQ(field.apart, 1);
  EXPECT_EQ(field.stride[1], Poly(9) * kRow);
}

TEST(Packed, RowsAndCellsMustAgree) {
  EXPECT_EQ(packedFrom({2, kRow, 0}).apart, 1); // rows of an odd length may be
  EXPECT_EQ(packedFrom({2, Poly(3), 0}).apart, 1);
  EXPECT_EQ(packedFrom({kRow, Poly(1), 0}).apart, 1); // an array that is turned round
}

TEST(Packed, OnlyArraysOfTheUser) {
  EXPECT_EQ(packedFrom({9, 9, 0}, [](Field &field) { field.hidden = true; }).apart, 1);
  EXPECT_EQ(packedFrom({9, 9, 0}, [](Field &field) { field.leaf = 81; }).apart, 1);
}

TEST(Packed, OnceIsEnough) {
  StencilProgram program = heatSwap(2);
  program.fields[0].stride = {4, Poly(4) * kRow, 0};
  const StencilProgram once = withPackedElements(program), twice = withPackedElements(once);
  EXPECT_EQ(twice.fields[0].apart, 4);
  EXPECT_EQ(twice.fields[0].stride, once.fields[0].stride);
}

} // namespace
