// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Analysis/UntakenArms.h"

#include "Build.h"
#include "kasane/Analysis/Bounds.h"

using namespace kasane;
using namespace kasane::build;

namespace {

// Flat arrays, whose rows are nx long. Of arrays with a type a cell that reads outside has no meaning anyway.
// for i in [1, nx - 1) B = ..;  if (kind == 1) for i in [0, m) B = A[+1], under `condition`
StencilProgram withArm(const ExprPtr &condition, const Poly &lo = 0) {
  StencilProgram p = program({store(B, at(A))});
  for (Field &f : p.fields)
    f.wholeObject = false;
  p.params.push_back({"m", ScalarType::I32, "g->m"});
  p.params.push_back({"kind", ScalarType::I32, "g->kind"});
  Stage arm = p.stages[0];
  arm.domain[0] = {lo, Poly::symbol("m")};
  arm.body = {branch(condition, {store(B, at(A, 1))})};
  p.stages.push_back(arm);
  return p;
}

ExprPtr isKind(int64_t which) {
  return binary(BinaryOp::Eq, scalar("kind", ScalarType::I32), intLit(which, ScalarType::I32));
}

// The parameters that are new.
std::vector<std::string> ends(const StencilProgram &p) {
  std::vector<std::string> out;
  const StencilProgram made = withUntakenArms(p);
  EXPECT_EQ(verify(made), "");
  for (size_t n = p.params.size(); n < made.params.size(); ++n)
    out.push_back(made.params[n].name + " = " + made.params[n].text);
  return out;
}

using Texts = std::vector<std::string>;

TEST(UntakenArms, AskForNothingWhereTheyAreOff) {
  const StencilProgram made = withUntakenArms(withArm(isKind(1)));
  EXPECT_EQ(made.stages[1].domain[0].hi.str(), "i_end");
  EXPECT_EQ(made.stages[0].domain[0].hi.str(), "nx - 1");
  Diagnostics diagnostics;
  std::vector<std::string> guards;
  for (const Guard &guard : boundsGuards(made, diagnostics))
    guards.push_back(guard.value.str());
  EXPECT_EQ(guards, (Texts{"nx - 3", "i_end - 1", "nx - i_end - 1"}));
  EXPECT_EQ(ends(withArm(isKind(1))), Texts{"i_end = ((g->kind == 1) ? (long long)g->m : 1)"});
}

TEST(UntakenArms, EndsOfOneArmAreOneParameter) {
  StencilProgram p = withArm(isKind(2));
  p.stages.push_back(p.stages[1]);
  p.stages[2].domain[0] = {2, Poly::symbol("m") - 1};
  EXPECT_EQ(ends(p), Texts{"i_end = ((g->kind == 2) ? (long long)g->m : 4)"});
  EXPECT_EQ(withUntakenArms(p).stages[2].domain[0].hi.str(), "i_end - 1");
}

TEST(UntakenArms, StayWhereOthersAskForTheSame) {
  StencilProgram p = withArm(isKind(1));
  p.stages[1].domain[0].hi = Poly::symbol("nx") - 2;
  EXPECT_EQ(ends(p), Texts{});
  p = withArm(isKind(1));
  p.stages.push_back(p.stages[1]);
  p.stages[2].body = {store(B, at(A, 1))};
  EXPECT_EQ(ends(p), Texts{});
}

TEST(UntakenArms, StayWhereTheCallCannotTell) {
  EXPECT_EQ(ends(withArm(binary(BinaryOp::Gt, at(C), number(0)))), Texts{});
  EXPECT_EQ(ends(withArm(binary(BinaryOp::Eq, makeExpr(ScalarType::I32, TimeRef{}), integer(1)))), Texts{});
  StencilProgram p = withArm(isKind(1));
  p.stages[1].body.push_back(store(B, at(A))); // some of it runs always
  EXPECT_EQ(ends(p), Texts{});
}

TEST(UntakenArms, StayWhereTheFirstCellIsNotChecked) {
  StencilProgram p = withArm(isKind(1));
  p.fields[A].extent[0] = std::nullopt;
  EXPECT_EQ(ends(p), Texts{});
  EXPECT_EQ(ends(withArm(isKind(1), Poly::symbol("nx"))), Texts{});
}

} // namespace
