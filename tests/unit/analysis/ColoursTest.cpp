// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Colours.h"

#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// What a condition that holds says of its cells: "i + 2j + rest == 0 (modulus)", an exact one with "!"; "" is nothing.
std::string colours(const ExprPtr &condition, bool holds = true) {
  const StencilProgram p = program({store(B, at(A))}, 2);
  CellRegion cells;
  for (int a = 0; a < p.rank; ++a) {
    cells[a].lo = {p.stages[0].domain[a].lo};
    cells[a].hi = {p.stages[0].domain[a].hi};
  }
  std::string out;
  for (const Colour &colour : coloursOf(p, {}, cells, *condition, holds))
    out += (out.empty() ? "" : ", ") + std::to_string(colour.slope[0]) + "i + " + std::to_string(colour.slope[1]) +
           "j + " + colour.rest.str() + " (" + std::to_string(colour.modulus) + ")" + (colour.exact ? "!" : "");
  return out;
}

ExprPtr is(BinaryOp op, const ExprPtr &left, int64_t right) { return binary(op, left, intLit(right, left->type)); }
ExprPtr remainder(const ExprPtr &of, int64_t by) { return is(BinaryOp::Rem, of, by); }
ExprPtr as(ScalarType type, const ExprPtr &value) { return makeExpr(type, Cast{value}); }
ExprPtr either(const ExprPtr &condition, int64_t yes, int64_t no) {
  return makeExpr(ScalarType::I32, Select{condition, integer(yes), integer(no)});
}

TEST(Colours, RemaindersAndMasks) {
  const ExprPtr sum = index(0) + index(1);
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(sum, 2), 1)), "1i + 1j + -1 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(sum, 3), 1)), "1i + 1j + -1 (3)!");
  EXPECT_EQ(colours(is(BinaryOp::And, sum, 3), false), "1i + 1j + 0 (4)!");
  const ExprPtr bits = binary(BinaryOp::Xor, index(0), index(1));
  EXPECT_EQ(colours(is(BinaryOp::And, bits, 1), false), "1i + 1j + 0 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::And, bits, 3), false), "");
}

TEST(Colours, UnequalSaysSomethingOfTwoColoursOnly) {
  const ExprPtr byX = remainder(index(0), 2), byY = remainder(index(1), 2);
  EXPECT_EQ(colours(is(BinaryOp::Ne, byX, 0)), "1i + 0j + 1 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Ne, remainder(index(0), 3), 0)), "");
  EXPECT_EQ(colours(is(BinaryOp::Ne, remainder(integer(0) + index(0), 2), 1)), "1i + 0j + 0 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Ne, remainder(index(0) + integer(-5), 2), 1)), ""); // may be -1
  EXPECT_EQ(colours(is(BinaryOp::Ne, as(ScalarType::I64, byX), 0)), "1i + 0j + 1 (2)!");
  EXPECT_EQ(colours(binary(BinaryOp::Ne, as(ScalarType::I64, byX), as(ScalarType::I64, integer(0)))),
            "1i + 0j + 1 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Ne, binary(BinaryOp::Xor, byX, byY), 0)), "1i + 1j + 1 (2)!");
}

TEST(Colours, TruthsAreNumbers) {
  const auto isNot = [](const ExprPtr &e) { return makeExpr(ScalarType::I32, Unary{UnaryOp::LogicalNot, e}); };
  EXPECT_EQ(colours(isNot(remainder(index(0), 2))), "1i + 0j + 0 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(index(0) + isNot(remainder(index(1), 2)), 2), 0)), "1i + 1j + 1 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(index(0) + isNot(remainder(index(1), 3)), 3), 0)), "");
  const ExprPtr same = binary(BinaryOp::Eq, remainder(index(1), 2), remainder(index(0), 2));
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(index(0) + same, 2), 0)), "0i + 1j + 1 (2)!");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(index(0) + same, 3), 0)), "");
}

// (int)u isn't u modulo 3 where u is 2^31 or more; modulo 4 it is.
TEST(Colours, TypesThatGoAround) {
  const ExprPtr cell = as(ScalarType::I32, as(ScalarType::U32, index(0)));
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(cell, 4), 0)), "1i + 0j + 0 (4)!");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(cell, 3), 0)), "");
  EXPECT_EQ(colours(is(BinaryOp::Eq, remainder(as(ScalarType::I64, index(0)), 3), 0)), "1i + 0j + 0 (3)!");
}

// Of numbers that differ by 2 one knows that they are even or odd, and no more.
TEST(Colours, ChosenNumbers) {
  const ExprPtr odd = is(BinaryOp::Eq, remainder(index(1), 2), 1);
  const auto chosen = [&](int64_t modulus, int64_t yes, int64_t no) {
    return colours(is(BinaryOp::Eq, remainder(index(0) + either(odd, yes, no), modulus), 0));
  };
  EXPECT_EQ(chosen(2, 3, 1), "1i + 0j + 1 (2)!");
  EXPECT_EQ(chosen(4, 3, 1), "1i + 0j + 1 (2)");
  EXPECT_EQ(chosen(4, 2, 0), "1i + 0j + 0 (2)");
  EXPECT_EQ(chosen(3, 2, 0), "");
}

} // namespace
