// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/Bounds.h"

#include "Build.h"

using namespace kasane;
using namespace kasane::build;

namespace {

std::vector<std::string> guards(const StencilProgram &p) {
  Diagnostics diagnostics;
  std::vector<std::string> out;
  for (const Guard &guard : boundsGuards(p, diagnostics))
    out.push_back(guard.value.str() + ": " + guard.reason);
  for (const Diagnostic &d : diagnostics.all())
    out.push_back(format(d.id, d.args).substr(0, format(d.id, d.args).find(';')));
  return out;
}

using Texts = std::vector<std::string>;

StencilProgram fixedSize(std::vector<StmtPtr> body, int64_t lo, int64_t hi) {
  StencilProgram p = program(std::move(body));
  p.stages[0].domain[0] = {lo, hi};
  for (Field &f : p.fields)
    f.extent[0] = Poly(64);
  return p;
}

TEST(Bounds, InteriorNeedsOnlyACell) {
  EXPECT_EQ(guards(program({store(B, at(A, -1) + at(A, 1))})), (Texts{"nx - 3: a loop nest has no cells"}));
}

TEST(Bounds, ConstantsLeaveNothing) { EXPECT_EQ(guards(fixedSize({store(B, at(A, 1))}, 1, 63)), Texts{}); }

TEST(Bounds, OutsideByAConstantIsAnError) {
  EXPECT_EQ(guards(fixedSize({store(B, at(A, -2))}, 1, 63)),
            (Texts{"this subscript of 'A' along 'i' reaches -1, outside of the array by 1"}));
  EXPECT_EQ(guards(fixedSize({store(B, at(A, 3))}, 1, 63)),
            (Texts{"this subscript of 'A' along 'i' reaches 65, outside of the array by 2"}));
  EXPECT_EQ(guards(program({store(B, at(A, 2))}))[1],
            "this subscript of 'A' along 'i' reaches nx, outside of the array by 1");
  EXPECT_EQ(guards(fixedSize({store(B, at(A), {-2, 0, 0})}, 1, 63)),
            (Texts{"this subscript of 'B' along 'i' reaches -1, outside of the array by 1"}));
}

TEST(Bounds, ParametersBecomeGuards) {
  StencilProgram p = program({store(B, at(A, 1) + at(A, 2))});
  p.stages[0].domain[0] = {Poly::symbol("lo"), Poly::symbol("hi")};
  EXPECT_EQ(guards(p), (Texts{"-lo + hi - 1: a loop nest has no cells", "lo: B[i] may lie outside of the array",
                              "nx - hi - 2: A[i+2] may lie outside of the array"}));
  p.guards = {{Poly::symbol("lo") - 1, "known", {}}};
  EXPECT_EQ(guards(p), (Texts{"lo - 1: known", "-lo + hi - 1: a loop nest has no cells",
                              "nx - hi - 2: A[i+2] may lie outside of the array"}));
}

TEST(Bounds, UnknownExtentIsTrustedUpwardsOnly) {
  StencilProgram p = program({store(B, at(A, 5))});
  p.fields[A].extent[0] = std::nullopt;
  EXPECT_EQ(guards(p).size(), 1U);
  p.stages[0].body = {store(B, at(A, -5))};
  EXPECT_EQ(guards(p).size(), 2U);
}

TEST(Bounds, EmptyNestKeepsAFailingGuard) {
  EXPECT_EQ(guards(fixedSize({store(B, at(A, -2))}, 5, 5)), (Texts{"-1: a loop nest has no cells"}));
}

TEST(Bounds, ConditionsOnTheCellCount) {
  ExprPtr first = binary(BinaryOp::Eq, index(0), integer(0));
  ExprPtr clamped = makeExpr(ScalarType::F32, Select{first, at(A), at(A, -1)});
  EXPECT_EQ(guards(fixedSize({store(B, clamped)}, 0, 64)), Texts{});
  ExprPtr inside = binary(BinaryOp::LogicalAnd, binary(BinaryOp::Ge, index(0), integer(2)),
                          binary(BinaryOp::Lt, index(0) + integer(3), integer(64)));
  EXPECT_EQ(guards(fixedSize({branch(inside, {store(B, at(A, -2) + at(A, 3))})}, 0, 64)), Texts{});
  EXPECT_EQ(guards(fixedSize({branch(inside, {store(B, at(A, -3))})}, 0, 64)),
            (Texts{"this subscript of 'A' along 'i' reaches -1, outside of the array by 1"}));
  EXPECT_EQ(guards(fixedSize({branch(inside, {}, {store(B, at(A, -2))})}, 0, 64)).size(), 1U);
}

TEST(Bounds, ConditionsOnDataKeepCellsInsideOfObjects) {
  ExprPtr mask = binary(BinaryOp::Gt, at(B), makeExpr(ScalarType::F32, FloatLit{0}));
  StencilProgram program = fixedSize({branch(mask, {store(B, at(A, -1) + at(A, 2))})}, 0, 64);
  EXPECT_EQ(guards(program), Texts{});
  program.fields[A].wholeObject = false; // a pointer may lead behind other elements
  EXPECT_EQ(guards(program).size(), 1U);
}

// Of two bounds that differ by a number the one that asks for less counts, whichever was found first.
TEST(Bounds, TheWidestOfComparableMarginsIsAskedFor) {
  const auto asked = [](int64_t found) {
    const ExprPtr below = binary(BinaryOp::Lt, index(0), toExpr(Poly::symbol("hi") + found));
    StencilProgram p = program({store(B, makeExpr(ScalarType::F32, Select{below, at(A, 1), number(0)}))});
    p.params.push_back({"hi", ScalarType::I64, "hi"});
    p.stages[0].domain[0] = {1, Poly::symbol("hi")};
    return guards(p).back();
  };
  EXPECT_EQ(asked(-1), "nx - hi: A[i+1] may lie outside of the array");
  EXPECT_EQ(asked(2), "nx - hi - 1: A[i+1] may lie outside of the array");
}

// Where a test tells cells from an edge, it need only be no further than the loop's first or last cell.
TEST(Bounds, EdgesThatTestsTellApart) {
  const ExprPtr inner = binary(BinaryOp::Ne, index(0), integer(0));
  StencilProgram p = program({store(B, makeExpr(ScalarType::F32, Select{inner, at(A, -1), number(0)}))});
  p.stages[0].domain[0] = {Poly::symbol("lo"), Poly::symbol("nx")};
  const std::vector<Guard> edges = edgeGuards(p);
  ASSERT_EQ(edges.size(), 1u);
  EXPECT_EQ(edges[0].value.str(), "lo");
  p.guards = edges;
  EXPECT_EQ(guards(p), (Texts{"lo: A[i-1] may lie outside of the array", "nx - lo - 1: a loop nest has no cells"}));
  p.stages[0].body = {store(B, makeExpr(ScalarType::F32, Select{inner, at(A, -2), number(0)}))};
  p.guards.clear();
  EXPECT_TRUE(edgeGuards(p).empty());
}

} // namespace
