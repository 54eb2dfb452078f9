// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Hull.h"
#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

std::string box(const FieldHull &hull, int axis) {
  return "[" + print(hull.box[axis].lo) + ", " + print(hull.box[axis].hi) + ")";
}

TEST(Hull, CoversEveryOffset) {
  std::vector<FieldHull> hulls = fieldHulls(program({store(B, at(A, -1) + at(A, 1))}));
  EXPECT_EQ(box(hulls[A], 0), "[0, nx)");
  EXPECT_EQ(box(hulls[B], 0), "[1, (nx - 1))");
  EXPECT_EQ(box(hulls[B], 1), "[0, 1)");
  EXPECT_TRUE(hulls[A].read && !hulls[A].written);
  EXPECT_TRUE(!hulls[B].read && hulls[B].written);
  EXPECT_EQ(box(hulls[D], 0), "[0, 0)");
  EXPECT_EQ(hulls[A].first, nullptr);
}

TEST(Hull, RotatedNamesShareTheirBuffers) {
  StencilProgram p = program({store(B, at(A, -1) + at(A, 1))});
  p.rotation = {1, 2, 0, 3};
  std::vector<FieldHull> hulls = fieldHulls(p);
  for (FieldId f : {A, B, C}) {
    EXPECT_EQ(box(hulls[f], 0), "[0, nx)");
    EXPECT_TRUE(hulls[f].read && hulls[f].written);
  }
  EXPECT_FALSE(hulls[D].read);
}

TEST(Hull, UnrelatedBoundsAreComparedAtTheCall) {
  StencilProgram p = program({store(B, at(A))});
  p.stages.push_back(p.stages[0]);
  p.stages[1].domain[0] = {Poly::symbol("s"), Poly::symbol("e")};
  std::vector<FieldHull> hulls = fieldHulls(p);
  EXPECT_EQ(box(hulls[A], 0), "[ksn_min(1, s), ksn_max((nx - 1), e))");
}

TEST(Hull, FlatPointersHaveLinearEnds) {
  StencilProgram p = program({store(B, at(A, 0, -1) + at(A, 0, 1))}, 2);
  p.fields[A].wholeObject = false;
  std::vector<FieldHull> hulls = fieldHulls(p);
  EXPECT_EQ(print(hulls[A].first), "1");
  // row ny-1, column nx-2
  EXPECT_EQ(print(hulls[A].last), print(toExpr(Poly::symbol("nx") * Poly::symbol("ny") - 2)));
}

TEST(Hull, NestedStridesAreCompared) {
  StencilProgram p =
      program({store(B, at(A, 1) + at(A, -1) + at(A, 0, 1) + at(A, 0, -1) + at(A, 0, 0, 1) + at(A, 0, 0, -1))}, 3);
  p.fields[A].wholeObject = false;
  Poly nx = Poly::symbol("nx"), ny = Poly::symbol("ny"), nz = Poly::symbol("nz");
  EXPECT_EQ(print(fieldHulls(p)[A].first), "(nx + 1)");
  EXPECT_EQ(print(fieldHulls(p)[A].last), print(toExpr(nx * ny * nz - nx - 2)));
  p.fields[A].stride = {1, Poly::symbol("pitch"), Poly::symbol("slice")};
  EXPECT_NE(print(fieldHulls(p)[A].first).find("ksn_min"), std::string::npos);
}

TEST(Hull, ClampedReadsStayInside) {
  ExprPtr first = binary(BinaryOp::Eq, index(0), integer(0));
  StencilProgram p = program({store(B, makeExpr(ScalarType::F32, Select{first, at(A), at(A, -1)}))});
  p.stages[0].domain[0] = {0, Poly::symbol("nx")};
  EXPECT_EQ(print(fieldHulls(p)[A].box[0].lo), "0");
}

// Which bound is the tighter one shows at the call only; taking one of them would reach past the array.
TEST(Hull, AConditionNarrowsButNeverWidens) {
  ExprPtr few = binary(BinaryOp::Lt, index(0), integer(7));
  StencilProgram p = program({store(B, makeExpr(ScalarType::F32, Select{few, at(A), number(0)}))});
  p.stages[0].domain[0] = {0, Poly::symbol("nx")};
  p.fields[A].wholeObject = false;
  EXPECT_EQ(box(fieldHulls(p)[A], 0), "[0, ksn_min(nx, 7))");
  EXPECT_EQ(print(fieldHulls(p)[A].last), "ksn_min((nx - 1), 6)");
}

// Where no extent says that it lies inside, the row behind the last is not touched if the cells are told apart from it.
TEST(Hull, CellsThatAreNotTheLastEndEarlier) {
  ExprPtr inner = binary(BinaryOp::Ne, index(0), toExpr(Poly::symbol("e")));
  StencilProgram p = program({store(B, makeExpr(ScalarType::F32, Select{inner, at(A, 1), number(0)}))});
  p.params.push_back({"e", ScalarType::I64, "e"});
  p.stages[0].domain[0] = {1, Poly::symbol("hi")};
  EXPECT_EQ(box(fieldHulls(p)[A], 0), "[2, ksn_min((hi + 1), nx))");
  p.fields[A].extent[0] = std::nullopt;
  EXPECT_NE(print(fieldHulls(p)[A].box[0].hi).find("? 1 : 0"), std::string::npos);
}

} // namespace
