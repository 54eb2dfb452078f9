// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/Poly.h"

#include <gtest/gtest.h>

using kasane::Poly;

namespace {

const Poly nx = Poly::symbol("nx"), ny = Poly::symbol("ny"), nz = Poly::symbol("nz");

TEST(Poly, NormalFormMakesEqualityADecision) {
  EXPECT_EQ((nx + 1) * (nx - 1), nx * nx - 1);
  EXPECT_EQ(nx * ny - ny * nx, Poly(0));
  EXPECT_TRUE((nx - nx).isZero());
  EXPECT_FALSE(nx == ny);
}

TEST(Poly, Constant) {
  EXPECT_EQ(Poly().constant(), 0);
  EXPECT_EQ(Poly(-7).constant(), -7);
  EXPECT_EQ((nx - 2 - nx).constant(), -2);
  EXPECT_EQ(nx.constant(), std::nullopt);
}

TEST(Poly, Symbols) { EXPECT_EQ((nx * ny + nz - nz).symbols(), (std::set<std::string>{"nx", "ny"})); }

TEST(Poly, CoefficientOfAndWithout) {
  Poly p = nx * ny * 3 + nx - ny + 5;
  EXPECT_EQ(p.coefficientOf("nx"), ny * 3 + 1);
  EXPECT_EQ(p.without("nx"), Poly(5) - ny);
  EXPECT_EQ(p.coefficientOf("nz"), Poly(0));
  EXPECT_EQ((nx * nx).coefficientOf("nx"), std::nullopt);
}

TEST(Poly, DividedBy) {
  EXPECT_EQ((nx * ny * 6).dividedBy(nx * 2), ny * 3);
  EXPECT_EQ(((nx + 2) * (ny - 1)).dividedBy(ny - 1), nx + 2);
  EXPECT_EQ((nx * nx - 1).dividedBy(nx - 1), nx + 1);
  EXPECT_EQ(Poly(0).dividedBy(nx), Poly(0));
  EXPECT_EQ((nx * 3).dividedBy(Poly(2)), std::nullopt);
  EXPECT_EQ((nx + 1).dividedBy(nx), std::nullopt);
  EXPECT_EQ(nx.dividedBy(Poly(0)), std::nullopt);
}

TEST(Poly, SubstituteAndEvaluate) {
  Poly p = nx * ny + 1;
  auto partly = [](const std::string &name) -> std::optional<Poly> {
    return name == "nx" ? std::optional<Poly>(ny + 1) : std::nullopt;
  };
  EXPECT_EQ(p.substitute(partly), ny * ny + ny + 1);
  EXPECT_EQ(p.evaluate([](const std::string &name) -> std::optional<int64_t> { return name == "nx" ? 4 : 5; }), 21);
  EXPECT_EQ(p.evaluate([](const std::string &) -> std::optional<int64_t> { return std::nullopt; }), std::nullopt);
}

TEST(Poly, StrIsCText) {
  EXPECT_EQ(Poly().str(), "0");
  EXPECT_EQ(Poly(-3).str(), "-3");
  EXPECT_EQ((ny * nx + nx * 2 - 1).str(), "nx*ny + 2*nx - 1");
  EXPECT_EQ((Poly(0) - nx).str(), "-nx");
  EXPECT_EQ((nx * nx).str(), "nx*nx");
}

} // namespace
