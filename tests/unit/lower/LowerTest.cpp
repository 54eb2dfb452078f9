// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The shape of what Lower makes; ExecuteTest shows that it computes the right thing.
#include "kasane/Lower/Lower.h"

#include "Programs.h"

#include <map>

using namespace kasane;
using namespace kasane::build;

namespace {

Schedule schedule(Family family, int depth, std::array<int64_t, 3> tile) {
  Schedule s;
  s.target = "openmp";
  s.family = family;
  s.depth = depth;
  s.tile = tile;
  return s;
}

LoopNest sweep(const StencilProgram &p) {
  LoopNest nest = lower(p, {}, schedule(Family::Sweep, 1, {8, 1, 1}));
  EXPECT_EQ(verify(nest), "");
  return nest;
}
LoopNest overlap(const StencilProgram &p, int depth, std::array<int64_t, 3> tile = {8, 1, 1}) {
  LoopNest nest = lower(p, {}, schedule(Family::Overlap, depth, tile));
  EXPECT_EQ(verify(nest), "");
  return nest;
}

struct Counts {
  int launches = 0, flips = 0, rotations = 0;
  std::vector<int> passes; // steps, in the order of the text
};
void count(const std::vector<HStmt> &body, Counts &out) {
  for (const HStmt &stmt : body) {
    out.launches += std::holds_alternative<HLaunch>(stmt.node);
    out.flips += std::holds_alternative<HFlip>(stmt.node);
    out.rotations += std::holds_alternative<HRotate>(stmt.node);
    if (const auto *pass = std::get_if<HPass>(&stmt.node)) {
      out.passes.push_back(pass->steps);
      count(pass->body, out);
    }
    if (const auto *repeat = std::get_if<HRepeat>(&stmt.node))
      count(repeat->body, out);
    if (const auto *end = std::get_if<HByRemaining>(&stmt.node))
      for (const auto &oneCase : end->cases)
        count(oneCase, out);
  }
}
Counts countsOf(const LoopNest &nest) {
  Counts out;
  count(nest.host.body, out);
  return out;
}

std::vector<std::string> scalarNames(const Kernel &kernel) {
  std::vector<std::string> out;
  for (const ScalarParam &s : kernel.scalars)
    out.push_back(s.name);
  return out;
}

bool mentions(const LoopNest &nest, const std::string &text) { return print(nest).find(text) != std::string::npos; }

// ---- Families

TEST(Lower, SweepHasAKernelPerStage) {
  LoopNest nest = sweep(heatCopy());
  EXPECT_EQ(nest.kernels.size(), 2U);
  EXPECT_TRUE(nest.host.spares.empty());
  Counts counts = countsOf(nest);
  EXPECT_EQ(counts.launches, 2);
  EXPECT_EQ(counts.passes, std::vector<int>{1});
  EXPECT_EQ(counts.rotations, 0);
  EXPECT_EQ(countsOf(sweep(heatSwap())).rotations, 1);
}

TEST(Lower, SweepWorksStraightOnTheBuffers) {
  for (const StencilProgram &p : {heatSwap(2), fdtd(), conditionalStore(), neumann(), coefficient()})
    for (const Kernel &kernel : sweep(p).kernels) {
      EXPECT_TRUE(kernel.groupArrays.empty());
      EXPECT_EQ(kernel.group, (std::array<int64_t, 3>{1, 1, 1}));
    }
}

// The sweeps beside overlapped passes have the passes' groups, which may be larger than a tile: no cell is made twice.
TEST(Lower, AxesWithSeveralWorkItemsHaveLoops) {
  auto axesOfLoops = [](std::array<int64_t, 3> group) {
    Schedule wanted = schedule(Family::Sweep, 1, {1, 1, 1});
    wanted.group = group;
    const LoopNest nest = lower(heatSwap(2), {}, wanted);
    EXPECT_EQ(verify(nest), "");
    std::vector<int> axes;
    const KBody *body = &nest.kernels.at(0).body;
    while (body) {
      const KBody *inner = nullptr;
      for (const KStmtPtr &stmt : *body)
        if (const auto *loop = std::get_if<CellLoop>(&stmt->node)) {
          axes.push_back(loop->axis);
          inner = &loop->body;
        }
      body = inner;
    }
    return axes;
  };
  EXPECT_EQ(axesOfLoops({1, 1, 1}), std::vector<int>{});
  EXPECT_EQ(axesOfLoops({8, 1, 1}), std::vector<int>{0});
  EXPECT_EQ(axesOfLoops({1, 4, 1}), std::vector<int>{1});
  EXPECT_EQ(axesOfLoops({8, 4, 1}), (std::vector<int>{1, 0}));
}

TEST(Lower, AKernelTakesTheBuffersThatItTouches) {
  LoopNest nest = sweep(nested());
  ASSERT_EQ(nest.kernels.size(), 2U);
  ASSERT_EQ(nest.kernels[0].buffers.size(), 2U);
  EXPECT_FALSE(nest.kernels[0].buffers[0].written);
  EXPECT_TRUE(nest.kernels[0].buffers[1].written);
  EXPECT_EQ(nest.kernels[1].buffers.size(), 3U);
  EXPECT_EQ(nest.kernels[1].buffers[2].name, "C");
}

TEST(Lower, OverlapHasAKernelForEveryRest) {
  LoopNest nest = overlap(heatSwap(), 3);
  std::vector<std::string> names;
  for (const Kernel &kernel : nest.kernels)
    names.push_back(kernel.name.substr(nest.name.size()));
  EXPECT_EQ(names, (std::vector<std::string>{"_pass3", "_last1", "_last2", "_last3"}));
  EXPECT_EQ(countsOf(nest).passes, (std::vector<int>{3, 1, 2, 3}));
}

TEST(Lower, EqualPassesShareAKernel) {
  LoopNest nest = overlap(wave(), 1); // a pass of one step keeps both older levels, as the last one does
  EXPECT_EQ(nest.kernels.size(), 1U);
  EXPECT_EQ(countsOf(nest).launches, 2);
}

TEST(Lower, WithoutTimeThereIsOnePass) {
  LoopNest nest = overlap(noTime(), 1);
  EXPECT_EQ(countsOf(nest).passes, std::vector<int>{1});
  EXPECT_FALSE(nest.host.timeVar);
  EXPECT_EQ(print(nest.host.steps), "1");
}

TEST(Lower, OnChipArraysHoldTheTileAndItsReach) {
  LoopNest nest = overlap(heatSwap(2), 3, {8, 4, 1});
  std::map<std::string, int64_t> elements;
  for (const GroupArray &array : nest.kernels[0].groupArrays)
    elements[array.name] = array.elements;
  EXPECT_EQ(elements, (std::map<std::string, int64_t>{{"A_tile", 10 * 6}, {"B_tile", 12 * 8}}));
  EXPECT_TRUE(overlap(heatSwap(2), 1).kernels[0].groupArrays.empty());
}

// Of loop nests that are one, a cell hands on its value itself.
TEST(Lower, NestsThatMeetInACellAreOne) {
  auto barriers = [](const Kernel &kernel) {
    int count = 0;
    walk(kernel.body, [&](const KStmt &stmt) { count += std::holds_alternative<Barrier>(stmt.node); });
    return count;
  };
  auto arrays = [](const Kernel &kernel) {
    std::vector<std::string> names;
    for (const GroupArray &array : kernel.groupArrays)
      names.push_back(array.name);
    return names;
  };
  const Kernel copied = overlap(heatCopy(2), 1).kernels[0]; // B = sum(A); A = B
  EXPECT_EQ(arrays(copied), std::vector<std::string>{});
  EXPECT_EQ(barriers(copied), 0);
  EXPECT_EQ(arrays(overlap(heatCopy(2), 2).kernels[0]), std::vector<std::string>{"A_tile"});
  EXPECT_EQ(barriers(overlap(heatCopy(2), 2).kernels[0]), 3); // behind what is loaded, step 1, step 2
  // In the middle one of three steps, A is stored where neighbours still read it.
  EXPECT_EQ(arrays(overlap(heatCopy(2), 3).kernels[0]), (std::vector<std::string>{"A_tile", "B_tile"}));
  EXPECT_GT(barriers(overlap(copiedAtAnEdge(2), 1).kernels[0]), 0); // A = B + B[-1]
  EXPECT_GT(barriers(overlap(fdtd(2), 1).kernels[0]), 0);           // two that read each other's neighbours
}

// ---- Spares and flips

TEST(Lower, SparesStandInForWhatIsStillRead) {
  EXPECT_EQ(overlap(heatSwap(), 1).host.spares.size(), 0U);
  EXPECT_EQ(overlap(heatSwap(), 2).host.spares.size(), 1U);
  EXPECT_EQ(overlap(heatCopy(), 2).host.spares.size(), 1U);
  EXPECT_EQ(overlap(wave(), 3).host.spares.size(), 2U);
  EXPECT_EQ(overlap(fdtd(), 1).host.spares.size(), 2U);
  EXPECT_EQ(overlap(coefficient(), 4).host.spares.size(), 1U); // none for C
}

TEST(Lower, EverySpareThatIsWrittenIsFlipped) {
  for (const StencilProgram &p : {heatSwap(), heatCopy(), wave(), fdtd(), neumann(), conditionalStore()})
    for (int depth : {1, 2, 3}) {
      LoopNest nest = overlap(p, depth);
      int written = 0;
      for (const std::vector<HStmt> &body : {nest.host.body}) {
        Counts counts;
        count(body, counts);
        written = counts.flips;
      }
      int spareArguments = 0;
      std::function<void(const std::vector<HStmt> &)> visit = [&](const std::vector<HStmt> &body) {
        for (const HStmt &stmt : body) {
          if (const auto *launch = std::get_if<HLaunch>(&stmt.node))
            for (const BufferArg &b : launch->buffers)
              spareArguments += b.spare >= 0;
          if (const auto *pass = std::get_if<HPass>(&stmt.node))
            visit(pass->body);
          if (const auto *repeat = std::get_if<HRepeat>(&stmt.node))
            visit(repeat->body);
          if (const auto *end = std::get_if<HByRemaining>(&stmt.node))
            for (const auto &oneCase : end->cases)
              visit(oneCase);
        }
      };
      visit(nest.host.body);
      EXPECT_EQ(written, spareArguments);
    }
}

TEST(Lower, FieldsOfAnotherShapeHaveSparesOfTheirOwn) {
  StencilProgram p = fdtd();
  p.fields[B].extent[0] = Poly::symbol("nx") + 1;
  LoopNest nest = overlap(p, 2);
  ASSERT_EQ(nest.host.spares.size(), 2U);
  EXPECT_NE(nest.host.spares[0].like, nest.host.spares[1].like);
}

// ---- The grid

TEST(Lower, TheGridCoversTheDomain) {
  for (const LoopNest &nest : {sweep(heatSwap(3)), overlap(heatSwap(3), 3, {8, 4, 2})})
    for (const Kernel &kernel : nest.kernels)
      for (int a = 0; a < 3; ++a) {
        auto valueOf = [](const ExprPtr &e) {
          Poly symbols = toPoly(e).value();
          return symbols
              .evaluate([](const std::string &name) {
                return std::optional<int64_t>(name == "nx" ? 40 : name == "ny" ? 30 : 20);
              })
              .value();
        };
        EXPECT_LE(valueOf(kernel.grid[a].lo), 1);
        EXPECT_GE(valueOf(kernel.grid[a].hi), (a == 0 ? 40 : a == 1 ? 30 : 20) - 1);
        EXPECT_EQ(kernel.grid[a].step, nest.tile[a]);
      }
}

TEST(Lower, ASpareCoversTheWholeHull) {
  LoopNest nest = overlap(heatSwap(), 2);
  const Kernel &kernel = nest.kernels[0];
  EXPECT_EQ(print(kernel.grid[0].lo), "0"); // the edge cells too
  EXPECT_EQ(print(kernel.grid[0].hi), "nx");
  EXPECT_EQ(print(overlap(heatSwap(), 1).kernels[0].grid[0].lo), "1");
}

TEST(Lower, UnusedAxesAreOneTile) {
  for (const Kernel &kernel : overlap(heatSwap(), 2).kernels)
    for (int a = 1; a < 3; ++a) {
      EXPECT_EQ(print(kernel.grid[a].lo), "0");
      EXPECT_EQ(print(kernel.grid[a].hi), "1");
    }
}

// ---- Host plan

TEST(Lower, GuardsAndPairsComeFirst) {
  StencilProgram p = heatSwap();
  for (Field &f : p.fields) {
    f.object = "";
    f.wholeObject = false;
  }
  LoopNest nest =
      lower(p, {{Poly::symbol("nx") - 3, "a loop nest has no cells", {}}}, schedule(Family::Sweep, 1, {8, 1, 1}));
  ASSERT_EQ(nest.host.guards.size(), 2U);
  EXPECT_EQ(print(std::get<HGuard>(nest.host.guards[0]).condition), "((nx - 3) >= 0)");
  EXPECT_EQ(std::get<HGuard>(nest.host.guards[0]).reason, "a loop nest has no cells");
  EXPECT_EQ(std::get<HDisjoint>(nest.host.guards[1]).right, B);
  EXPECT_TRUE(sweep(heatSwap()).host.guards.empty());
}

TEST(Lower, StepsRoundUp) {
  StencilProgram p = heatSwap();
  p.time->lo = 2;
  EXPECT_EQ(print(sweep(p).host.steps), "(steps - 2)");
  p.time->step = 3;
  EXPECT_EQ(print(sweep(p).host.steps), "(steps / 3)"); // (steps - 2 + 3 - 1) / 3
}

TEST(Lower, OnlyPointersFollowTheRotation) {
  StencilProgram p = heatSwap();
  p.fields[A].pointer = "a";
  LoopNest nest = sweep(p);
  EXPECT_TRUE(nest.host.buffers[A].followsRotation);
  EXPECT_FALSE(nest.host.buffers[B].followsRotation);
  EXPECT_TRUE(nest.host.buffers[A].written); // it is B in every other step
}

TEST(Lower, TheLabelIsForTheReport) {
  StencilProgram p = heatSwap();
  p.name = "ksn_heat_0123abcd_main_2";
  p.file = "src/heat.v2.c";
  EXPECT_EQ(sweep(p).label, "heat_main_2");
}

// ---- Scalars and names

TEST(Lower, EveryLevelHasItsStepScalars) {
  LoopNest nest = overlap(timeScalar(), 3);
  EXPECT_EQ(scalarNames(nest.kernels[0]), (std::vector<std::string>{"nx", "c_0", "c_1", "c_2"}));
  EXPECT_TRUE(mentions(nest, "scalar c_2 = f32(i32((t + 2)))")) << print(nest);
}

TEST(Lower, IntegersAreCastBackToTheirType) {
  StencilProgram p = heatSwap();
  p.params.push_back({"m", ScalarType::I32, "m"});
  p.stages[0].body = {
      branch(binary(BinaryOp::Lt, makeExpr(ScalarType::I32, ScalarRef{"m"}), index(0)), {store(B, at(A))})};
  EXPECT_TRUE(mentions(sweep(p), "if (i32(m) < i32(x))")) << print(sweep(p));
}

TEST(Lower, LocalsThatNothingReadsAreGone) {
  StencilProgram p = heatSwap();
  p.stages[0].body = {declare("unread", at(A)), declare("s", at(A, 1)), store(B, local("s"))};
  EXPECT_FALSE(mentions(sweep(p), "unread"));
  EXPECT_TRUE(mentions(sweep(p), "var s = A["));
}

// The user's names win; ours step aside.
TEST(Lower, NamesDoNotClash) {
  StencilProgram p =
      overTime(program({declare("x0", at(A)), declare("A_row", at(A, 1)), declare("A_tile", at(A, -1)),
                        store(B, local("x0") + local("A_row") + local("A_tile") + local("x") + local("t"))},
                       2),
               2, {1, 0});
  p.params.push_back({"x", ScalarType::F32, "x"});
  p.params.push_back({"y", ScalarType::F32, "y"});
  p.params.push_back({"A_next", ScalarType::F32, "A_next"});
  p.params.push_back({"t", ScalarType::F32, "t"});
  p.time->var = "x";
  ASSERT_EQ(verify(p), "");
  for (const LoopNest &nest : {sweep(p), overlap(p, 2, {4, 4, 1})})
    for (const Kernel &kernel : nest.kernels) {
      std::multiset<std::string> names;
      for (const BufferParam &b : kernel.buffers)
        names.insert(b.name);
      for (const ScalarParam &s : kernel.scalars)
        names.insert(s.name);
      for (const GroupArray &g : kernel.groupArrays)
        names.insert(g.name);
      for (const GridAxis &axis : kernel.grid)
        names.insert(axis.var);
      names.insert({"x0", "A_row", "A_tile"}); // the cell's locals
      for (const std::string &name : names)
        EXPECT_EQ(names.count(name), 1U) << name << " in\n" << print(nest);
      EXPECT_TRUE(names.count("x"));
      EXPECT_TRUE(names.count("t"));
    }
}

TEST(Lower, LevelsOfStepScalarsDoNotClash) {
  StencilProgram p = timeScalar();
  p.params.push_back({"c_0", ScalarType::F32, "c_0"});
  p.stages[0].body.push_back(store(B, local("c") + local("c_0")));
  ASSERT_EQ(verify(p), "");
  for (const LoopNest &nest : {sweep(p), overlap(p, 2)}) {
    std::vector<std::string> names = scalarNames(nest.kernels[0]);
    EXPECT_EQ(std::count(names.begin(), names.end(), "c_0"), 1) << print(nest);
  }
}

} // namespace
