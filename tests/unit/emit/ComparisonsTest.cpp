// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which conditions gcc 13 must not make masks of.
#include "Comparisons.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

ExprPtr z() { return scalar("z"); }
ExprPtr n() { return scalar("n"); }
ExprPtr zPlus(int64_t distance) { return add(z(), intLit(distance)); }
ExprPtr both(ExprPtr first, ExprPtr second) {
  ExprPtr one = intLit(1), two = intLit(2), three = intLit(3);
  ExprPtr inner = makeExpr(ScalarType::I64, Select{std::move(second), one, two});
  return makeExpr(ScalarType::I64, Select{std::move(first), inner, three});
}

// for z: [let] for x: B[x] = value
bool isCareful(const ExprPtr &value, KBody before = {}) {
  before.push_back(makeKStmt(CellLoop{0, "x", intLit(0), intLit(8), {makeKStmt(KStore{"B", scalar("x"), value})}}));
  Kernel kernel;
  kernel.body = {makeKStmt(CellLoop{2, "z", intLit(0), n(), std::move(before)})};
  return emission::comparesTwice(kernel);
}

TEST(Comparisons, AnOrderAndAnEqualityOfTheSameTwoValues) {
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Ge, zPlus(2), n()), binary(BinaryOp::Eq, zPlus(2), n()))));
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Gt, zPlus(3), n()), binary(BinaryOp::Eq, zPlus(2), n()))));
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Ne, zPlus(2), n()), binary(BinaryOp::Le, zPlus(3), n()))));
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Lt, n(), zPlus(2)), binary(BinaryOp::Eq, n(), zPlus(2)))));
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, zPlus(5), n()), binary(BinaryOp::Eq, zPlus(2), n()))));
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, zPlus(2), scalar("m")), binary(BinaryOp::Eq, zPlus(2), n()))));
}

TEST(Comparisons, TwoOrders) {
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Ge, z(), n()), binary(BinaryOp::Le, z(), n()))));
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Gt, z(), n()), binary(BinaryOp::Lt, z(), n()))));
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, z(), n()), binary(BinaryOp::Lt, z(), n()))));
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, zPlus(1), n()), binary(BinaryOp::Ge, zPlus(2), n()))));
}

TEST(Comparisons, OneConditionAndBoundsThatAreNumbers) {
  ExprPtr same = binary(BinaryOp::Eq, z(), n());
  EXPECT_FALSE(isCareful(both(same, same)));
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, z(), intLit(2)), binary(BinaryOp::Eq, z(), intLit(2)))));
}

TEST(Comparisons, WhatChangesAlongARowIsNoNumber) {
  ExprPtr x = scalar("x");
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, x, n()), binary(BinaryOp::Eq, x, n()))));
  ExprPtr load = makeExpr(ScalarType::I64, Load{"A", x});
  EXPECT_FALSE(isCareful(both(binary(BinaryOp::Ge, load, n()), binary(BinaryOp::Eq, load, n()))));
}

TEST(Comparisons, ThroughNamesAndConversions) {
  KBody named = {makeKStmt(KLet{"far", ScalarType::I64, zPlus(2)})};
  ExprPtr far = scalar("far"), narrow = makeExpr(ScalarType::I64, Cast{scalar("n", ScalarType::I32)});
  EXPECT_TRUE(isCareful(both(binary(BinaryOp::Ge, far, n()), binary(BinaryOp::Eq, zPlus(2), narrow)), named));
  KBody kept = {makeKStmt(KLet{"late", ScalarType::I32, binary(BinaryOp::Ge, z(), n())})};
  EXPECT_TRUE(isCareful(both(scalar("late", ScalarType::I32), binary(BinaryOp::Eq, n(), z())), kept));
}

} // namespace
