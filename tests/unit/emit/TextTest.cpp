// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How expressions are spelt.
#include "CText.h"
#include "HostText.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

using namespace kasane;
using emission::text;

namespace {

const emission::Dialect &c() { return emission::hostDialect(); }
const emission::Dialect &opencl() { return *emission::openclText().kernelDialect; }

ExprPtr var(const std::string &name, ScalarType type = ScalarType::F32) { return scalar(name, type); }
const ExprPtr a = var("a"), b = var("b"), d = var("d");
ExprPtr integer(const std::string &name) { return var(name, ScalarType::I32); }
ExprPtr wide(const std::string &name) { return var(name, ScalarType::I64); }

ExprPtr op(BinaryOp o, ExprPtr l, ExprPtr r) { return binary(o, std::move(l), std::move(r)); }
ExprPtr unary(UnaryOp o, ExprPtr e) { return makeExpr(e->type, Unary{o, e}); }
ExprPtr negate(ExprPtr e) { return unary(UnaryOp::Negate, std::move(e)); }
ExprPtr cast(ScalarType type, ExprPtr e) { return makeExpr(type, Cast{std::move(e)}); }
ExprPtr select(ExprPtr condition, ExprPtr yes, ExprPtr no) {
  ScalarType type = yes->type;
  return makeExpr(type, Select{std::move(condition), std::move(yes), std::move(no)});
}
ExprPtr call(const std::string &name, std::vector<ExprPtr> args, ScalarType type = ScalarType::F32) {
  return makeExpr(type, Call{name, std::move(args)});
}
ExprPtr number(double value, ScalarType type = ScalarType::F64) { return makeExpr(type, FloatLit{value}); }

// ---- Parentheses: the tree as it is, and nothing that -Wall warns of

TEST(Text, SumsAndProducts) {
  EXPECT_EQ(text(c(), op(BinaryOp::Sub, op(BinaryOp::Sub, a, b), d)), "a - b - d");
  EXPECT_EQ(text(c(), op(BinaryOp::Sub, a, op(BinaryOp::Sub, b, d))), "a - (b - d)");
  EXPECT_EQ(text(c(), op(BinaryOp::Add, a, op(BinaryOp::Add, b, d))), "a + (b + d)");
  EXPECT_EQ(text(c(), op(BinaryOp::Add, op(BinaryOp::Mul, a, b), op(BinaryOp::Mul, b, d))), "a * b + b * d");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, a, op(BinaryOp::Div, b, d))), "a * (b / d)");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, op(BinaryOp::Add, a, b), d)), "(a + b) * d");
}

TEST(Text, Signs) {
  EXPECT_EQ(text(c(), negate(negate(a))), "-(-a)");
  EXPECT_EQ(text(c(), negate(number(-1))), "-(-1.0)");
  EXPECT_EQ(text(c(), op(BinaryOp::Sub, a, negate(b))), "a - (-b)");
  EXPECT_EQ(text(c(), op(BinaryOp::Sub, a, number(-2, ScalarType::F32))), "a - (-2.0f)");
  EXPECT_EQ(text(c(), number(-INFINITY)), "(-1.0 / 0.0)");
  EXPECT_EQ(text(c(), number(INFINITY, ScalarType::F32)), "(1.0f / 0.0f)");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, negate(a), b)), "-a * b");
  EXPECT_EQ(text(c(), negate(op(BinaryOp::Mul, a, b))), "-(a * b)");
}

TEST(Text, Selects) {
  ExprPtr less = op(BinaryOp::Lt, a, b);
  EXPECT_EQ(text(c(), select(less, a, b)), "(a < b) ? a : b");
  EXPECT_EQ(text(c(), select(less, select(less, a, b), select(less, b, a))),
            "(a < b) ? ((a < b) ? a : b) : ((a < b) ? b : a)");
  EXPECT_EQ(text(c(), op(BinaryOp::Add, a, select(less, a, b))), "a + ((a < b) ? a : b)");
}

TEST(Text, LogicAndBits) {
  ExprPtr i = integer("i"), j = integer("j"), k = integer("k");
  ExprPtr both = op(BinaryOp::LogicalAnd, i, j);
  EXPECT_EQ(text(c(), op(BinaryOp::LogicalOr, both, k)), "(i && j) || k");
  EXPECT_EQ(text(c(), op(BinaryOp::LogicalAnd, both, k)), "i && j && k");
  EXPECT_EQ(text(c(), op(BinaryOp::LogicalAnd, k, both)), "k && (i && j)");
  EXPECT_EQ(text(c(), op(BinaryOp::And, op(BinaryOp::Or, i, j), k)), "(i | j) & k");
  EXPECT_EQ(text(c(), op(BinaryOp::Eq, op(BinaryOp::And, i, j), k)), "(i & j) == k");
  EXPECT_EQ(text(c(), op(BinaryOp::And, i, op(BinaryOp::Eq, j, k))), "i & (j == k)");
  EXPECT_EQ(text(c(), op(BinaryOp::Lt, op(BinaryOp::Lt, i, j), k)), "(i < j) < k");
  EXPECT_EQ(text(c(), op(BinaryOp::Lt, op(BinaryOp::Add, i, j), k)), "i + j < k");
  EXPECT_EQ(text(c(), op(BinaryOp::Shl, op(BinaryOp::Add, i, j), k)), "(i + j) << k");
}

TEST(Text, ANegatedOperandOfAComparison) { // -Wlogical-not-parentheses
  ExprPtr i = integer("i"), j = integer("j"), no = unary(UnaryOp::LogicalNot, i);
  EXPECT_EQ(text(c(), op(BinaryOp::Eq, no, j)), "(!i) == j");
  EXPECT_EQ(text(c(), op(BinaryOp::And, no, j)), "(!i) & j");
  EXPECT_EQ(text(c(), op(BinaryOp::LogicalAnd, no, j)), "!i && j");
  EXPECT_EQ(text(c(), unary(UnaryOp::LogicalNot, op(BinaryOp::Eq, i, j))), "!(i == j)");
}

TEST(Text, CastsAndCalls) {
  EXPECT_EQ(text(c(), cast(ScalarType::F64, op(BinaryOp::Add, a, b))), "(double)(a + b)");
  EXPECT_EQ(text(c(), op(BinaryOp::Add, cast(ScalarType::F32, a), b)), "(float)a + b");
  EXPECT_EQ(text(c(), cast(ScalarType::I8, negate(integer("i")))), "(int8_t)(-i)");
  EXPECT_EQ(text(c(), cast(ScalarType::Bool, number(0.5))), "(bool)(0.5 != 0)");
  EXPECT_EQ(text(opencl(), cast(ScalarType::Bool, a)), "(uchar)(a != 0)");
  EXPECT_EQ(text(c(), call("fmaf", {a, negate(b), op(BinaryOp::Add, a, d)})), "fmaf(a, -b, a + d)");
  EXPECT_EQ(text(c(), makeExpr(ScalarType::F32, Load{"A", op(BinaryOp::Add, wide("n"), intLit(1))})), "A[n + 1]");
}

// ---- Literals

TEST(Text, FloatsAreShortAndExact) {
  EXPECT_EQ(text(c(), number(0.1)), "0.1");
  EXPECT_EQ(text(c(), number(static_cast<double>(0.1F), ScalarType::F32)), "0.1f");
  EXPECT_EQ(text(c(), number(1)), "1.0");
  EXPECT_EQ(text(c(), number(-0.0)), "-0.0");
  EXPECT_EQ(text(c(), number(1e300)), "1e+300");
  EXPECT_EQ(text(c(), number(16777216, ScalarType::F32)), "16777216.0f");
}

TEST(Text, FloatsSurviveTheRoundTrip) {
  std::mt19937_64 random(1);
  for (int n = 0; n < 20000; ++n) {
    uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value))
      continue;
    double back = std::strtod(text(c(), number(value)).c_str(), nullptr);
    EXPECT_EQ(std::memcmp(&back, &value, sizeof value), 0) << text(c(), number(value));
    auto narrow = static_cast<float>(value);
    if (!std::isfinite(narrow))
      continue;
    float again = std::strtof(text(c(), number(narrow, ScalarType::F32)).c_str(), nullptr);
    EXPECT_EQ(std::memcmp(&again, &narrow, sizeof narrow), 0) << text(c(), number(narrow, ScalarType::F32));
  }
}

// The operation must be as wide in C as it is in the tree, whatever an int is.
TEST(Text, LiteralsAreAsWideAsTheirOperation) {
  ExprPtr two = intLit(2), big = intLit(5000000000);
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, two, two)), "2L * 2L");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, wide("n"), two)), "n * 2");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, wide("n"), big)), "n * 5000000000");
  EXPECT_EQ(text(c(), op(BinaryOp::Shl, two, intLit(40))), "2L << 40");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, negate(two), negate(two))), "-2L * (-2L)");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, select(integer("i"), two, two), two)), "(i ? 2L : 2L) * 2");
  EXPECT_EQ(text(c(), op(BinaryOp::Add, select(integer("i"), wide("n"), two), two)), "(i ? n : 2) + 2");
  EXPECT_EQ(text(c(), op(BinaryOp::Mul, intLit(2, ScalarType::I32), integer("i"))), "2 * i");
}

TEST(Text, LiteralsOfOtherTypes) {
  EXPECT_EQ(text(c(), intLit(INT64_MIN)), "(-9223372036854775807L - 1)");
  EXPECT_EQ(text(c(), intLit(INT32_MIN, ScalarType::I32)), "(-2147483647 - 1)"); // -2147483648 is a long
  EXPECT_EQ(text(c(), intLit(7, ScalarType::U32)), "7U");
  EXPECT_EQ(text(c(), intLit(-1, ScalarType::U64)), "18446744073709551615UL");
  EXPECT_EQ(text(c(), op(BinaryOp::Sub, integer("i"), intLit(-3, ScalarType::I32))), "i - (-3)");
}

// ---- OpenCL

TEST(Text, OpenclOverloadsWhatCSpellsWithASuffix) {
  EXPECT_EQ(text(opencl(), call("sqrtf", {a})), "sqrt(a)");
  EXPECT_EQ(text(opencl(), call("fabsf", {a})), "fabs(a)");
  EXPECT_EQ(text(opencl(), call("erff", {a})), "erf(a)");
  EXPECT_EQ(text(opencl(), call("erf", {var("x", ScalarType::F64)}, ScalarType::F64)), "erf(x)");
  EXPECT_EQ(text(opencl(), call("nearbyintf", {a})), "rint(a)"); // OpenCL C has no other
  EXPECT_EQ(text(c(), call("sqrtf", {a})), "sqrtf(a)");
}

// OpenCL's abs gives an unsigned number, which would make the rest of the expression unsigned.
TEST(Text, OpenclAbsStaysSigned) {
  EXPECT_EQ(text(opencl(), op(BinaryOp::Sub, call("abs", {integer("i")}, ScalarType::I32), integer("j"))),
            "(int)abs(i) - j");
  EXPECT_EQ(text(opencl(), call("labs", {wide("n")}, ScalarType::I64)), "(long)abs(n)");
}

TEST(Text, LeastAndGreatest) {
  EXPECT_EQ(text(c(), minOf(wide("n"), intLit(3))), "ksn_min(n, 3)");
  EXPECT_EQ(text(opencl(), minOf(wide("n"), intLit(3))), "min(n, 3L)"); // min(long, int) is ambiguous
  EXPECT_EQ(text(opencl(), maxOf(wide("n"), negate(intLit(3)))), "max(n, -3L)");
}

} // namespace
