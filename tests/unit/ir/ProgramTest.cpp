// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/StencilProgram.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

Field field(const std::string &name) {
  Field f;
  f.name = f.base = f.object = name;
  f.elem = ScalarType::F32;
  f.has = {true, false, false};
  f.stride = {1, 0, 0};
  f.extent = {Poly(10), std::nullopt, std::nullopt};
  f.wholeObject = true;
  return f;
}

ExprPtr read(FieldId id, int64_t offset, ScalarType type = ScalarType::F32) {
  return makeExpr(type, FieldRead{id, {offset, 0, 0}});
}

StencilProgram heat() {
  StencilProgram p;
  p.name = "heat";
  p.axisNames = {"i", "j", "k"};
  p.fields = {field("A"), field("B")};
  p.rotation = {1, 0};
  Stage stage;
  stage.domain = {{{1, 9}, {0, 1}, {0, 1}}};
  stage.order = {{0, 1}};
  stage.body = {makeStmt(FieldStore{1, {}, binary(BinaryOp::Add, read(0, -1), read(0, 1))})};
  p.stages = {stage};
  return p;
}

TEST(Program, NamesBetweenMovesAreAPermutation) {
  StencilProgram p = heat();
  HostPoint point{1, nullptr, false};
  point.between = {1, 0};
  p.actions = {{1, point, {}}};
  EXPECT_EQ(verify(p), "");
  EXPECT_NE(print(p).find("host code 1 between the moves"), std::string::npos);
  std::get<HostPoint>(p.actions[0].node).between = {1, 1};
  EXPECT_EQ(verify(p), "between the moves the names are no permutation");
}

TEST(Program, VerifyAcceptsHeat) {
  EXPECT_EQ(verify(heat()), "");
  EXPECT_TRUE(rotates(heat()));
}

TEST(Program, PrintShowsStagesAndRotation) {
  std::string text = print(heat());
  EXPECT_NE(text.find("stage x in [1, 9)"), std::string::npos) << text;
  EXPECT_NE(text.find("B[+0] := (A[-1] + A[+1])"), std::string::npos) << text;
  EXPECT_NE(text.find("then A <- B"), std::string::npos) << text;
}

TEST(Program, VerifyFindsABadFieldId) {
  StencilProgram p = heat();
  p.stages[0].body = {makeStmt(FieldStore{2, {}, read(0, 0)})};
  EXPECT_EQ(verify(p), "a store to field 2");
  p = heat();
  p.stages[0].body = {makeStmt(FieldStore{1, {}, read(5, 0)})};
  EXPECT_EQ(verify(p), "a read of field 5");
}

TEST(Program, VerifyFindsTypesThatDisagree) {
  StencilProgram p = heat();
  p.stages[0].body = {makeStmt(FieldStore{1, {}, read(0, 0, ScalarType::F64)})};
  EXPECT_NE(verify(p), "");
  p = heat();
  p.stages[0].body = {makeStmt(FieldStore{1, {}, binary(BinaryOp::Add, read(0, 0), intLit(1))})};
  EXPECT_NE(verify(p), "");
}

TEST(Program, VerifyFindsABadRotation) {
  StencilProgram p = heat();
  p.rotation = {0, 0};
  EXPECT_EQ(verify(p), "the rotation is no permutation");
  p.rotation = {0};
  EXPECT_EQ(verify(p), "the rotation has 1 entries");
}

TEST(Program, CycleGoesRoundTheRotation) {
  StencilProgram p = heat();
  p.fields.push_back(field("C"));
  p.fields.push_back(field("D"));
  p.rotation = {2, 1, 3, 0};
  EXPECT_EQ(cycleOf(p, 0), (std::vector<FieldId>{0, 2, 3}));
  EXPECT_EQ(cycleOf(p, 3), (std::vector<FieldId>{3, 0, 2}));
  EXPECT_EQ(cycleOf(p, 1), std::vector<FieldId>{1});
}

TEST(Program, VerifyFindsRepeatedNames) {
  StencilProgram p = heat();
  p.params = {{"A", ScalarType::I32, "A"}};
  EXPECT_NE(verify(p), "");
  p = heat();
  p.rank = 4;
  EXPECT_EQ(verify(p), "rank 4");
}

TEST(Program, WalkReachesNestedStatements) {
  StmtPtr inner = makeStmt(FieldStore{1, {}, read(0, 0)});
  std::vector<StmtPtr> body = {makeStmt(IfStmt{intLit(1, ScalarType::I32), {inner}, {inner}})};
  int statements = 0, reads = 0;
  walk(body, [&](const Stmt &) { ++statements; });
  walkExprs(body, [&](const Expr &e) { reads += std::holds_alternative<FieldRead>(e.node); });
  EXPECT_EQ(statements, 3);
  EXPECT_EQ(reads, 2);
}

} // namespace
