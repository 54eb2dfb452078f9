// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/IR/LoopNest.h"

#include <gtest/gtest.h>

using namespace kasane;

namespace {

KStmtPtr let(const std::string &name, ExprPtr value) {
  return makeKStmt(KLet{name, ScalarType::I64, std::move(value)});
}
KStmtPtr storeTo(const std::string &buffer, ExprPtr index) {
  return makeKStmt(KStore{buffer, std::move(index), makeExpr(ScalarType::F32, FloatLit{1})});
}
KStmtPtr cells(const std::string &var, KBody body) {
  return makeKStmt(CellLoop{0, var, intLit(0), scalar("n"), std::move(body)});
}

// One kernel that sets B[0..n) to 1, launched once a pass.
LoopNest fill() {
  LoopNest nest;
  nest.name = "fill";
  nest.rank = 1;
  Kernel kernel;
  kernel.name = "k";
  kernel.buffers = {{"A", ScalarType::F32, false}, {"B", ScalarType::F32, true}};
  kernel.scalars = {{"n", ScalarType::I64}};
  for (int a = 0; a < kMaxAxes; ++a)
    kernel.grid[a] = {std::string(1, "xyz"[a]) + "0", intLit(0), intLit(1), 1};
  kernel.body = {cells("x", {storeTo("B", scalar("x"))})};
  nest.kernels = {kernel};
  HostBuffer buffer;
  for (ExprBounds &bounds : buffer.box)
    bounds = {intLit(0), intLit(1)};
  buffer.first = intLit(0);
  buffer.last = scalar("n");
  nest.host.buffers = {buffer, buffer};
  nest.host.scalars = {{"n", ScalarType::I64}};
  nest.host.steps = nest.host.cellsPerStep = intLit(1);
  nest.host.body = {{HPass{1, {{HLaunch{0, {{0, -1}, {1, -1}}, {scalar("n")}}}}}}};
  return nest;
}

std::string withBody(KBody body) {
  LoopNest nest = fill();
  nest.kernels[0].body = std::move(body);
  return verify(nest);
}

std::string withHost(std::vector<HStmt> body) {
  LoopNest nest = fill();
  nest.host.body = std::move(body);
  return verify(nest);
}

// How far the grid goes along a window's axis is the host's business.
TEST(LoopNest, VerifyTakesTheHostsNamesAlongAWindow) {
  LoopNest nest = fill();
  nest.host.scalars.push_back({"m", ScalarType::I64});
  nest.kernels[0].grid[0].hi = scalar("m");
  EXPECT_EQ(verify(nest), "k: the name m is not defined");
  nest.kernels[0].window = KWindow{0, {{}, {}}};
  EXPECT_EQ(verify(nest), "");
  nest.kernels[0].grid[0].hi = scalar("x0");
  EXPECT_EQ(verify(nest), "host plan: the name x0 is not defined");
  nest.kernels[0].grid[0].step = 0;
  EXPECT_EQ(verify(nest), "k: a window along an axis without tiles");
  nest.kernels[0].grid[0].step = 1;
  nest.kernels[0].window->reach.pop_back();
  EXPECT_EQ(verify(nest), "k: a window of other buffers");
}

TEST(LoopNest, VerifyAcceptsAKernel) {
  EXPECT_EQ(verify(fill()), "");
  EXPECT_EQ(withBody({cells("x", {let("row", scalar("x"))}), cells("x", {let("row", scalar("x"))})}), "");
}

TEST(LoopNest, VerifyFindsNamesOutOfScope) {
  EXPECT_EQ(withBody({storeTo("B", scalar("x"))}), "k: the name x is not defined");
  EXPECT_EQ(withBody({cells("x", {}), storeTo("B", scalar("x"))}), "k: the name x is not defined");
  EXPECT_EQ(withBody({let("i", scalar("B"))}), "k: the name B is a buffer");
}

TEST(LoopNest, VerifyFindsNamesDefinedTwice) {
  EXPECT_EQ(withBody({let("row", intLit(0)), let("row", intLit(0))}), "k: the name row is defined twice");
  EXPECT_EQ(withBody({cells("n", {})}), "k: the name n is defined twice");
  LoopNest nest = fill();
  nest.kernels[0].scalars.push_back({"A", ScalarType::I64});
  EXPECT_EQ(verify(nest), "k: the name A is defined twice");
}

TEST(LoopNest, VerifyFindsStoresToWhatIsReadOnly) {
  EXPECT_EQ(withBody({storeTo("A", intLit(0))}), "k: the name A is stored to and is no buffer for that");
  EXPECT_EQ(withBody({let("c", intLit(0)), makeKStmt(KAssign{"c", intLit(1)})}),
            "k: the name c is assigned and is no variable");
}

TEST(LoopNest, VerifyFindsLaunchesThatDoNotFit) {
  EXPECT_EQ(withHost({{HLaunch{1, {}, {}}}}), "host plan: a launch of no kernel");
  EXPECT_EQ(withHost({{HLaunch{0, {}, {}}}}), "host plan: k is launched with the wrong number of arguments");
  EXPECT_EQ(withHost({{HLaunch{0, {{0, -1}, {-1, 0}}, {scalar("n")}}}}),
            "host plan: k is launched with a buffer that does not exist");
  EXPECT_EQ(withHost({{HLaunch{0, {{0, -1}, {1, -1}}, {scalar("m")}}}}), "host plan: the name m is not defined");
  LoopNest nest = fill();
  nest.host.buffers[1].type = ScalarType::F64;
  EXPECT_EQ(verify(nest), "host plan: k is launched with a buffer of another type for B");
}

TEST(LoopNest, VerifyFindsTheRestOfAHostPlan) {
  EXPECT_EQ(withHost({{HFlip{0, 0}}}), "host plan: a flip of something that does not exist");
  EXPECT_EQ(withHost({{HRotate{{1, 1}}}}), "host plan: a rotation that is no permutation");
  EXPECT_EQ(withHost({{HStepScalar{"n", ScalarType::F32, intLit(0)}}}), "host plan: the step scalar's name n is taken");
  LoopNest nest = fill();
  nest.host.timeVar = "n";
  EXPECT_EQ(verify(nest), "host plan: the time variable's name n is a scalar's");
}

TEST(LoopNest, PrintShowsKernelsAndPlan) {
  std::string text = print(fill());
  EXPECT_NE(text.find("cells x in [0, n)\n      B[x] := 1\n"), std::string::npos) << text;
  EXPECT_NE(text.find("pass of 1\n    launch k"), std::string::npos) << text;
}

} // namespace
