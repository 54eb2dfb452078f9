// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Expr.h"

#include "kasane/IR/Poly.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

ExprPtr read(FieldId field, Offset offset) { return makeExpr(ScalarType::F32, FieldRead{field, offset}); }

TEST(Expr, PrintKeepsTheTree) {
  ExprPtr a = read(0, {-1, 0, 0}), b = read(1, {0, 2, 0});
  EXPECT_EQ(print(binary(BinaryOp::Mul, binary(BinaryOp::Add, a, b), a)), "((f0[-1,0,0] + f1[0,+2,0]) * f0[-1,0,0])");
  EXPECT_EQ(print(makeExpr(ScalarType::F32, Call{"fmaf", {a, b, a}})), "fmaf(f0[-1,0,0], f1[0,+2,0], f0[-1,0,0])");
  EXPECT_EQ(print(makeExpr(ScalarType::F64, Cast{intLit(3)})), "f64(3)");
}

TEST(Expr, ComparisonsAreInt) {
  EXPECT_EQ(binary(BinaryOp::Lt, read(0, {}), read(0, {}))->type, ScalarType::I32);
  EXPECT_EQ(binary(BinaryOp::Sub, read(0, {}), read(0, {}))->type, ScalarType::F32);
}

TEST(Expr, IndexArithmeticFoldsLiterals) {
  EXPECT_EQ(print(add(scalar("n"), intLit(0))), "n");
  EXPECT_EQ(print(add(scalar("n"), intLit(-2))), "(n - 2)");
  EXPECT_EQ(print(add(intLit(2), intLit(3))), "5");
  EXPECT_EQ(print(mul(scalar("n"), intLit(1))), "n");
  EXPECT_EQ(print(mul(scalar("n"), intLit(0))), "0");
  EXPECT_EQ(print(minOf(intLit(2), intLit(3))), "2");
  EXPECT_EQ(print(maxOf(scalar("n"), intLit(3))), "ksn_max(n, 3)");
}

TEST(Expr, BinaryNeverFolds) { EXPECT_EQ(print(binary(BinaryOp::Add, intLit(2), intLit(3))), "(2 + 3)"); }

TEST(Expr, ToExpr) {
  Poly nx = Poly::symbol("nx"), ny = Poly::symbol("ny");
  EXPECT_EQ(print(toExpr(nx - 1)), "(nx - 1)");
  EXPECT_EQ(print(toExpr(Poly(0))), "0");
  EXPECT_EQ(print(toExpr(nx * ny)), "(nx * ny)");
}

TEST(Expr, RewriteReplacesLeavesAndKeepsTypesAndRanges) {
  SourceRange range{{7, 1, 2}, {9, 1, 4}};
  ExprPtr sum = makeExpr(ScalarType::F32, Binary{BinaryOp::Add, read(0, {}), read(1, {})}, range);
  ExprPtr out = rewrite(sum, [](const Expr &e) -> ExprPtr {
    const auto *r = std::get_if<FieldRead>(&e.node);
    return r && r->field == 1 ? scalar("c", e.type) : nullptr;
  });
  EXPECT_EQ(print(out), "(f0[0,0,0] + c)");
  EXPECT_EQ(out->type, ScalarType::F32);
  EXPECT_EQ(out->range.begin.raw, 7U);
  EXPECT_EQ(print(sum), "(f0[0,0,0] + f1[0,0,0])");
}

TEST(Expr, WalkVisitsEveryNode) {
  ExprPtr select = makeExpr(ScalarType::F32, Select{binary(BinaryOp::Eq, intLit(1), intLit(2)), read(0, {}),
                                                    makeExpr(ScalarType::F32, Unary{UnaryOp::Negate, read(1, {})})});
  int nodes = 0, reads = 0;
  walk(select, [&](const Expr &e) {
    ++nodes;
    reads += std::holds_alternative<FieldRead>(e.node);
  });
  EXPECT_EQ(nodes, 7);
  EXPECT_EQ(reads, 2);
  walk(nullptr, [&](const Expr &) { ++nodes; });
  EXPECT_EQ(nodes, 7);
}

TEST(Expr, CopiesOfPlacesAreApart) {
  FieldRead placed{0, {}};
  EXPECT_FALSE(isPlaced(placed.at));
  placed.at.set(1, Poly::symbol(kTimeSymbol));
  const FieldRead copy = placed;
  placed.at.set(1, Poly(3));
  EXPECT_EQ(copy.at[1], Poly::symbol(kTimeSymbol));
  EXPECT_FALSE(copy.at[0].has_value());
  EXPECT_FALSE(copy.at == placed.at);
  placed.at.set(1, std::nullopt);
  EXPECT_FALSE(isPlaced(placed.at));
  EXPECT_TRUE(placed.at == FieldRead{}.at);
}

TEST(Expr, FarIsMoreThanANumberZero) {
  EXPECT_FALSE(isFar(Far{}));
  EXPECT_FALSE(isFar({Poly(), Poly(), Poly()}));
  EXPECT_TRUE(isFar({Poly(), Poly::symbol("n"), Poly()}));
}

} // namespace
