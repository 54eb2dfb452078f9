// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Early.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// Rows come by one after the other; the cell's turn is when the next one has.
EarlyBody early(const std::vector<StmtPtr> &body) {
  return takeEarly(program(body, 2).stages.front(), 1, [](const FieldRead &read) { return 1 - read.offset[1]; });
}

std::vector<std::string> spelled(const EarlyBody &body) {
  std::vector<std::string> out;
  for (const EarlyPart &part : body.parts)
    out.push_back(part.name + " = " + print(part.value) + ", " + std::to_string(part.ahead) + " ahead for " +
                  std::to_string(part.held));
  for (const StmtPtr &stmt : body.body)
    if (const auto *stored = std::get_if<FieldStore>(&stmt->node))
      out.push_back(print(stored->value));
  return out;
}
using Lines = std::vector<std::string>;

ExprPtr row(int64_t y) { return at(A, -1, y) * at(A, 1, y); }

TEST(Early, ASumIsHeldFromPlaneToPlane) {
  const EarlyBody body = early({store(B, row(-1) + row(0) + row(1))});
  ASSERT_EQ(body.parts.size(), 2u);
  EXPECT_EQ(body.parts[0].ahead, 2);
  EXPECT_EQ(body.parts[1].ahead, 1);
  EXPECT_EQ(print(body.parts[1].value), print(scalar("early 0", ScalarType::F32) + row(0)));
  EXPECT_EQ(spelled(body).back(), print(scalar("early 1", ScalarType::F32) + row(1)));
  for (const EarlyPart &part : body.parts)
    EXPECT_EQ(part.held, 1);
}

TEST(Early, NothingIsReassociated) {
  const ExprPtr sum = row(1) + row(0) + row(-1);
  const EarlyBody body = early({store(B, sum)});
  ASSERT_EQ(body.parts.size(), 2u); // both products; all sums wait for the first
  EXPECT_EQ(print(body.parts[0].value), print(row(0)));
  EXPECT_EQ(print(body.parts[1].value), print(row(-1)));
  EXPECT_EQ(body.parts[1].held, 2);
}

TEST(Early, LocalsAreSeenThrough) {
  const std::vector<StmtPtr> body = {declare("s", row(-1)), assign("s", local("s") + row(0)),
                                     store(B, local("s") + row(1))};
  EXPECT_EQ(spelled(early(body)), spelled(early({store(B, row(-1) + row(0) + row(1))})));
}

TEST(Early, ASecondNameIsTheSamePart) {
  const std::vector<StmtPtr> named = {declare("s", row(-1) + row(0)), declare("t", local("s")),
                                      store(B, local("t") * local("t") + row(1))};
  const std::vector<StmtPtr> once = {declare("s", row(-1) + row(0)), store(B, local("s") * local("s") + row(1))};
  EXPECT_EQ(spelled(early(named)), spelled(early(once)));
}

TEST(Early, ALocalThatIsReadAgainIsOnePart) {
  const EarlyBody body =
      early({declare("s", row(-1)), store(B, local("s") * local("s") + row(1)), store(C, local("s"))});
  ASSERT_EQ(body.parts.size(), 2u);
  EXPECT_EQ(spelled(body)[0], "early 0 = " + print(row(-1)) + ", 2 ahead for 2");
  EXPECT_EQ(spelled(body).back(), print(scalar("early 0", ScalarType::F32)));
}

TEST(Early, OneCellIsHeldItself) {
  for (const ExprPtr &value : {number(2) * at(A, 0, -1) + row(1), at(A, 0, -1) + at(A, 0, 1), number(1) + number(2)}) {
    const EarlyBody body = early({store(B, value)});
    EXPECT_TRUE(body.parts.empty());
    EXPECT_EQ(spelled(body), Lines{print(value)});
  }
}

// A local that holds a number is that number, within an expression of numbers, too.
TEST(Early, NoNameOfALocalIsLeft) {
  const ExprPtr sum = row(-1) + row(0) + row(1);
  EXPECT_EQ(spelled(early({declare("k", number(2)), store(B, sum + number(3) * local("k"))})),
            spelled(early({store(B, sum + number(3) * number(2))})));
}

TEST(Early, SomeStagesAreLeftAlone) {
  const ExprPtr sum = row(-1) + row(1);
  const auto whole = [](int64_t y) { return makeExpr(ScalarType::I32, FieldRead{A, {0, y, 0}}); };
  EXPECT_FALSE(early({store(B, sum)}).parts.empty());
  EXPECT_TRUE(early({branch(at(A), {store(B, sum)})}).parts.empty());
  EXPECT_TRUE(early({store(B, sum + at(B))}).parts.empty());
  EXPECT_TRUE(early({store(B, binary(BinaryOp::Div, whole(-1) + whole(-1), whole(1)))}).parts.empty()); // may trap
}

// What is made ahead is made for cells, too, that a condition leaves out.
TEST(Early, OnlyWholeQuotientsTrap) {
  const auto whole = [](BinaryOp op) {
    return program({store(B, makeExpr(ScalarType::F32, Cast{binary(op, index(0), integer(3))}))}).stages.front();
  };
  EXPECT_TRUE(mayTrap(whole(BinaryOp::Div)));
  EXPECT_TRUE(mayTrap(whole(BinaryOp::Rem)));
  for (BinaryOp op : {BinaryOp::Add, BinaryOp::Mul, BinaryOp::And, BinaryOp::Lt})
    EXPECT_FALSE(mayTrap(whole(op))) << print(binary(op, index(0), integer(3)));
  EXPECT_FALSE(mayTrap(program({store(B, binary(BinaryOp::Div, at(A), at(B)))}).stages.front()));
}

} // namespace
