// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Programs.h"

#include "kasane/Analysis/BetweenEnds.h"

namespace kasane {
namespace {

using namespace build;

const Poly n = Poly::symbol("nx");

std::optional<BetweenEnds> found(const StencilProgram &p) {
  return betweenEnds(p, p.stages[0].domain[0], 0, p.stages[0].body);
}

// B = (condition ? A[-1] : A) in x of [0, nx)
StencilProgram asking(ExprPtr condition) {
  StencilProgram p = heatSwap();
  p.stages[0].domain[0] = {0, n};
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Select{std::move(condition), at(A, -1), at(A)}))};
  return p;
}

ExprPtr asks(BinaryOp op, int64_t value) { return binary(op, index(0), integer(value)); }
ExprPtr asksFromEnd(BinaryOp op, int64_t value) {
  return binary(op, index(0), scalar("nx", ScalarType::I32) + integer(value));
}

struct Middle {
  int64_t first, last; // cells before and behind it
  bool holds;
};

void expectMiddle(const ExprPtr &condition, const Middle &expected) {
  const std::optional<BetweenEnds> middle = found(asking(condition));
  SCOPED_TRACE(print(condition));
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->cells.lo, Poly(expected.first));
  EXPECT_EQ(middle->cells.hi, n - expected.last);
  ASSERT_EQ(middle->body.size(), 1U);
  EXPECT_EQ(print(std::get<FieldStore>(middle->body[0]->node).value), print(expected.holds ? at(A, -1) : at(A)));
}

TEST(BetweenEnds, EveryComparisonHasItsCells) {
  expectMiddle(asks(BinaryOp::Ge, 2), {2, 0, true});
  expectMiddle(asks(BinaryOp::Gt, 2), {3, 0, true});
  expectMiddle(asks(BinaryOp::Lt, 2), {2, 0, false});
  expectMiddle(asks(BinaryOp::Le, 2), {3, 0, false});
  expectMiddle(asks(BinaryOp::Eq, 2), {3, 0, false});
  expectMiddle(asks(BinaryOp::Ne, 2), {3, 0, true});
  expectMiddle(asksFromEnd(BinaryOp::Ge, -2), {0, 2, false});
  expectMiddle(asksFromEnd(BinaryOp::Gt, -2), {0, 1, false});
  expectMiddle(asksFromEnd(BinaryOp::Lt, -2), {0, 2, true});
  expectMiddle(asksFromEnd(BinaryOp::Le, -2), {0, 1, true});
  expectMiddle(asksFromEnd(BinaryOp::Eq, -2), {0, 2, false});
  expectMiddle(asksFromEnd(BinaryOp::Ne, -2), {0, 2, true});
}

TEST(BetweenEnds, PlacesBeyondTheDomainAreAnsweredToo) {
  expectMiddle(asks(BinaryOp::Ge, -1), {0, 0, true});
  expectMiddle(asks(BinaryOp::Eq, -1), {0, 0, false});
  expectMiddle(asksFromEnd(BinaryOp::Lt, 1), {0, 0, true});
  expectMiddle(asksFromEnd(BinaryOp::Eq, 0), {0, 0, false});
}

TEST(BetweenEnds, AnswersAreJoined) {
  const ExprPtr left = asks(BinaryOp::Gt, 0), right = asksFromEnd(BinaryOp::Lt, -1);
  expectMiddle(binary(BinaryOp::LogicalAnd, left, right), {1, 1, true});
  expectMiddle(binary(BinaryOp::LogicalAnd, left, binary(BinaryOp::Ne, integer(-1), integer(0))), {1, 0, true});
  expectMiddle(
      binary(BinaryOp::LogicalOr, makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, left}), asks(BinaryOp::Eq, 1)),
      {2, 0, false});
}

// What loops leave that were written out.
TEST(BetweenEnds, NumbersAreCompared) {
  const auto answers = [](BinaryOp op) {
    std::string out;
    for (int64_t other : {1, 2, 3}) {
      const ExprPtr both = binary(BinaryOp::LogicalAnd, asks(BinaryOp::Ge, 1), binary(op, integer(2), integer(other)));
      const std::optional<BetweenEnds> middle = found(asking(both));
      if (middle)
        out += print(std::get<FieldStore>(middle->body.at(0)->node).value) == print(at(A, -1)) ? "yes " : "no ";
    }
    return out;
  };
  EXPECT_EQ(answers(BinaryOp::Lt), "no no yes ");
  EXPECT_EQ(answers(BinaryOp::Le), "no yes yes ");
  EXPECT_EQ(answers(BinaryOp::Gt), "yes no no ");
  EXPECT_EQ(answers(BinaryOp::Ge), "yes yes no ");
  EXPECT_EQ(answers(BinaryOp::Eq), "no yes no ");
  EXPECT_EQ(answers(BinaryOp::Ne), "yes no yes ");
}

TEST(BetweenEnds, WhatIsNoQuestionOfTheEndsStays) {
  EXPECT_FALSE(found(heatSwap()));
  EXPECT_FALSE(found(asking(asks(BinaryOp::Ge, 100))));
  EXPECT_FALSE(found(asking(binary(BinaryOp::Ge, index(0), index(1)))));
  EXPECT_FALSE(found(asking(binary(BinaryOp::Ge, at(A), number(0)))));
  const std::optional<BetweenEnds> half =
      found(asking(binary(BinaryOp::LogicalAnd, asks(BinaryOp::Gt, 0), asks(BinaryOp::Ne, 100))));
  ASSERT_TRUE(half);
  const ExprPtr value = std::get<FieldStore>(half->body[0]->node).value;
  EXPECT_EQ(print(std::get<Select>(value->node).condition), print(asks(BinaryOp::Ne, 100)));
}

TEST(BetweenEnds, ShortRowsOfKnownLengthAskTheNearerEnd) {
  StencilProgram p = asking(asks(BinaryOp::Ge, 5));
  p.stages[0].domain[0] = {0, 8};
  const std::optional<BetweenEnds> middle = found(p);
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->cells.lo, Poly(0));
  EXPECT_EQ(middle->cells.hi, Poly(5));
  EXPECT_EQ(print(std::get<FieldStore>(middle->body[0]->node).value), print(at(A)));
}

TEST(BetweenEnds, RowsThatAreKnownToBeShortStayWhole) {
  StencilProgram p = asking(asks(BinaryOp::Ge, 1));
  EXPECT_TRUE(rowBetweenEnds(p, p.stages[0]));
  p.stages[0].domain[0] = {0, 8};
  EXPECT_FALSE(rowBetweenEnds(p, p.stages[0]));
}

TEST(BetweenEnds, BranchesAndLocalsAreFollowed) {
  StencilProgram p = asking(asks(BinaryOp::Ge, 0));
  p.stages[0].body = {makeStmt(LocalDecl{"edge", ScalarType::I32, asks(BinaryOp::Eq, 0)}),
                      branch(scalar("edge", ScalarType::I32), {store(B, number(1))}, {store(B, at(A, -1))})};
  const std::optional<BetweenEnds> middle = found(p);
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->cells.lo, Poly(1));
  ASSERT_EQ(middle->body.size(), 2U);
  EXPECT_EQ(print(std::get<FieldStore>(middle->body[1]->node).value), print(at(A, -1)));
}

} // namespace
} // namespace kasane
