// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/OpCount.h"

#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

TEST(Footprint, OffsetsAndReach) {
  StencilProgram p = program({store(B, at(A, -2) + at(A, 1, 3) + at(C))}, 2);
  StageFootprint footprint = footprintOf(p.stages[0]);
  ASSERT_EQ(footprint.fields.size(), 3U);
  const FieldAccess *a = footprint.find(A);
  ASSERT_NE(a, nullptr);
  EXPECT_EQ(a->reads, (std::set<Offset>{{-2, 0, 0}, {1, 3, 0}}));
  EXPECT_FALSE(a->written);
  EXPECT_EQ(a->reach().lo, (Offset{-2, 0, 0}));
  EXPECT_EQ(a->reach().hi, (Offset{1, 3, 0}));
  EXPECT_TRUE(footprint.find(B)->written);
  EXPECT_FALSE(footprint.find(B)->conditional);
  EXPECT_EQ(footprint.find(D), nullptr);
}

TEST(Footprint, ConditionsAndLocalsAreReads) {
  StencilProgram p =
      program({declare("s", at(C, 1)), branch(binary(BinaryOp::Gt, at(A, -1), number(0)), {store(B, local("s"))})});
  StageFootprint footprint = footprintOf(p.stages[0]);
  EXPECT_EQ(footprint.find(A)->reads.size(), 1U);
  EXPECT_EQ(footprint.find(C)->reads.size(), 1U);
  EXPECT_TRUE(footprint.find(B)->conditional);
}

TEST(OpCount, ArithmeticOnly) {
  ExprPtr negated = makeExpr(ScalarType::F32, Unary{UnaryOp::Negate, at(A)});
  ExprPtr root = makeExpr(ScalarType::F32, Call{"sqrtf", {at(A) * negated + at(C)}});
  StencilProgram p = program({branch(binary(BinaryOp::Gt, at(A), number(0)), {store(B, root)})});
  OpCount count = countOps(p, p.stages[0]);
  EXPECT_EQ(count.operations, 3);
  EXPECT_EQ(count.arrays, 3);
  EXPECT_EQ(count.bytes, 12);
}

TEST(OpCount, IndexArithmeticIsFree) {
  ExprPtr colour = binary(BinaryOp::Rem, index(0) + index(1), integer(2));
  StencilProgram p = program({branch(colour, {store(A, at(A) * at(B))})}, 2);
  EXPECT_EQ(countOps(p).operations, 1);
  EXPECT_EQ(countOps(p).bytes, 12); // A is read and written
}

TEST(OpCount, StagesShareArrays) {
  StencilProgram p = program({store(B, at(A) + at(A, 1))});
  p.stages.push_back(p.stages[0]);
  p.stages[1].body = {store(C, at(B) + at(B, 1))};
  OpCount count = countOps(p);
  EXPECT_EQ(count.operations, 2);
  EXPECT_EQ(count.arrays, 3);
  EXPECT_EQ(count.bytes, 16);
}

// s0 = a0*p + a1*p + a2*p + b0*(p-p-p+p) + b1*(..) + b2*(..) + c0*p + c1*p + c2*p + wrk1; ss = (s0*a3 - p)*bnd;
// wrk2 = p + omega*ss. The published 34 operations include the two of gosa += ss*ss.
TEST(OpCount, Himeno) {
  FieldId p = 0, wrk2 = 1, wrk1 = 2, coefficient = 3;
  auto minus = [](const ExprPtr &a, const ExprPtr &b) { return binary(BinaryOp::Sub, a, b); };
  ExprPtr s0 = at(coefficient) * at(p, 1);
  for (int64_t k : {0, 1})
    s0 = s0 + at(coefficient) * at(p, 0, k);
  for (int64_t k : {0, 1, 2})
    s0 = s0 + at(coefficient) * (minus(minus(at(p, 1, 1, k), at(p, 1, -1, k)), at(p, -1, 1, k)) + at(p, -1, -1, k));
  for (int64_t k : {0, 1, 2})
    s0 = s0 + at(coefficient) * at(p, k);
  s0 = s0 + at(wrk1);
  StencilProgram himeno =
      program({declare("s0", s0), declare("ss", minus(local("s0") * at(coefficient), at(p)) * at(coefficient)),
               store(wrk2, at(p) + number(0.8) * local("ss"))},
              3);
  EXPECT_EQ(countOps(himeno).operations, 32);
}

} // namespace
