// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Tuner/Choose.h"

#include "kasane/Lower/Lower.h"
#include "kasane/Tuner/CostModel.h"

#include "Machines.h"
#include "Programs.h"

#include <algorithm>

using namespace kasane;
using namespace kasane::build;

namespace {

std::vector<StencilProgram> programs() {
  std::vector<StencilProgram> out;
  for (int rank : {1, 2, 3})
    for (const StencilProgram &p : {heatSwap(rank), heatCopy(rank), wave(rank), noTime(rank), collected(rank)})
      out.push_back(p);
  for (const StencilProgram &p : {fdtd(), conditionalStore(), neumann(), coefficient(), asymmetric(), timeScalar(),
                                  halfSteps(), flat(), nested(), stopping(2, true), withHostCode(heatSwap(2), 1)})
    out.push_back(p);
  return out;
}

int64_t itemsOf(const Schedule &s) { return s.group[0] * s.group[1] * s.group[2]; }

// ---- What is worth a measurement

TEST(Candidates, AreLegalAndPinned) {
  Pins pinned;
  pinned.depth = 2;
  pinned.family = Family::Overlap;
  for (const Pins &pins : {Pins{}, pinned})
    for (const Machine &machine : {gpu(), cpu()})
      for (const StencilProgram &p : {heatSwap(1), heatSwap(3), fdtd()}) {
        const TargetInfo &target = machine.kind == MachineClass::Gpu ? kGpuTarget : kCpuTarget;
        for (const auto &candidates :
             {bestCandidates(p, pins, target, machine, {}, 8), allCandidates(p, pins, target, machine, {})}) {
          ASSERT_FALSE(candidates.empty());
          EXPECT_TRUE(std::ranges::is_sorted(candidates, {}, [](const Candidate &c) { return c.predicted.total; }));
          for (const Candidate &c : candidates) {
            EXPECT_LE(c.predicted.onChip, machine.local.bytes);
            EXPECT_LE(itemsOf(c.schedule), std::max<int64_t>(machine.groups.items, 1));
            EXPECT_TRUE(!pins.depth || (c.schedule.depth == 2 && c.schedule.family == Family::Overlap));
          }
        }
      }
}

TEST(Candidates, AreTheBestOfEachFamily) {
  std::map<Family, size_t> taken;
  for (const Candidate &c : bestCandidates(heatSwap(2), {}, kCpuTarget, cpu(), {}, 5))
    ++taken[c.schedule.family];
  const std::map<Family, size_t> all = {{Family::Sweep, 5}, {Family::Overlap, 5}, {Family::Diamond, 5}};
  EXPECT_EQ(taken, all);
}

// Of 64 x 8 cells: tiles of 16, 32 or whole rows, of 1, 2, 4 or 8 rows,
// and overlapped ones of the depths that 8 steps leave.
TEST(Candidates, OfALatticeAreAll) {
  std::set<int> depths;
  size_t sweeps = 0;
  for (const Candidate &c : allCandidates(heatSwap(2), {}, kCpuTarget, cpu(), {{"nx", 64}, {"ny", 8}, {"steps", 8}})) {
    sweeps += c.schedule.family == Family::Sweep;
    if (c.schedule.family == Family::Overlap)
      depths.insert(c.schedule.depth);
  }
  EXPECT_EQ(sweeps, 12u);
  EXPECT_EQ(depths, (std::set<int>{1, 2, 3, 4, 6, 8}));
}

// ---- What a choice always is

TEST(Choose, IsACandidateAmongOthers) {
  Pins large; // it doesn't fit, and is taken all the same
  large.family = Family::Overlap;
  large.tile = {1 << 12, 1, 1};
  for (const Pins &pins : {Pins{}, large})
    for (const Machine &machine : {gpu(), cpu()})
      for (const StencilProgram &p : {heatSwap(1), fdtd(), stopping(2, true)}) {
        const Decision decision = chosen(p, machine, pins);
        auto isChoice = [&](const Candidate &c) { return c.schedule == decision.schedule; };
        EXPECT_EQ(std::ranges::count_if(decision.candidates, isChoice), 1);
        auto seconds = [](const Candidate &c) { return c.predicted.total; };
        EXPECT_TRUE(std::ranges::is_sorted(decision.candidates, {}, seconds));
      }
}

TEST(Choose, FitsTheMachine) {
  for (const Machine &whole : {gpu(), cpu()})
    for (int64_t bytes : {int64_t(16) << 10, int64_t(1) << 20}) {
      Machine machine = whole;
      machine.local.bytes = bytes;
      machine.groups.items = machine.kind == MachineClass::Gpu ? 128 : 1;
      // Its core's own.
      const int64_t room = machine.kind == MachineClass::Gpu ? bytes : std::max(bytes, machine.caches[1].bytes);
      for (const StencilProgram &p : programs()) {
        const Decision decision = chosen(p, machine);
        EXPECT_LE(decision.predicted.onChip, room);
        EXPECT_LE(CostModel(p, machine, decision.problem).onChipBytes(decision.schedule), room);
        EXPECT_LE(itemsOf(decision.schedule), machine.groups.items);
      }
    }
}

TEST(Choose, IsNeverPredictedSlowerThanOneStepAPass) {
  for (const Machine &machine : {gpu(), cpu()})
    for (const StencilProgram &p : programs()) {
      const Decision decision = chosen(p, machine);
      Pins sweep;
      sweep.family = Family::Sweep;
      EXPECT_LE(decision.predicted.total, chosen(p, machine, sweep).predicted.total);
      for (const Candidate &candidate : decision.candidates)
        EXPECT_GE(candidate.predicted.total, 0.64 * decision.predicted.total); // what a change of family must gain
    }
}

TEST(Choose, IsLegal) {
  for (const StencilProgram &p : programs()) {
    const Schedule s = chosen(p, gpu()).schedule;
    EXPECT_TRUE(s.family == Family::Sweep ? s.depth == 1 : allows(Family::Overlap, p, kCpuTarget));
    EXPECT_TRUE(p.time || s.depth == 1);
    for (int a = 0; a < 3; ++a) {
      EXPECT_GE(s.tile[a], 1);
      EXPECT_TRUE(a < p.rank || s.tile[a] == 1);
    }
  }
}

TEST(Choose, TakesSweepsWhereATargetHasNoOthers) {
  const TargetInfo &target = *findTarget("openacc");
  for (const StencilProgram &p : programs())
    for (const Policy policy : {Policy::Model, Policy::Paper}) {
      const Schedule s = choose(p, {}, target, gpu(), {}, policy).schedule;
      EXPECT_EQ(s.family, Family::Sweep);
      EXPECT_EQ(s.depth, 1);
    }
}

// What the tuner says of on-chip memory is what the kernels have.
TEST(Choose, CountsOnChipBytesAsTheyAre) {
  for (const StencilProgram &p : programs()) {
    if (!allows(Family::Overlap, p, kCpuTarget) || !p.time)
      continue;
    Schedule s{"opencl", Family::Overlap, Placement::InCore, FpMode::Contract, {13, 1, 1}, {4, 1, 1}, 3};
    for (int a = 1; a < p.rank; ++a)
      s.tile[a] = 5 + a;
    int64_t most = 0;
    for (const Kernel &kernel : lower(p, {}, s).kernels) {
      int64_t bytes = 0;
      for (const GroupArray &array : kernel.groupArrays)
        bytes += array.elements * sizeOf(array.type);
      most = std::max(most, bytes);
    }
    EXPECT_EQ(CostModel(p, gpu(), problemOf(p, {})).onChipBytes(s), most) << print(p);
  }
}

// ---- What the user pinned

TEST(Choose, PinsAreUsedExactly) {
  const StencilProgram p = heatSwap(2);
  const Decision all = chosen(p, gpu(), Pins{Family::Overlap, Extents{33, 9, 1}, 5, FpMode::Strict});
  EXPECT_EQ(all.schedule.family, Family::Overlap);
  EXPECT_EQ(all.schedule.tile, (Extents{33, 9, 1}));
  EXPECT_EQ(all.schedule.depth, 5);
  EXPECT_EQ(all.schedule.fp, FpMode::Strict);
  EXPECT_EQ(chosen(p, cpu(), Pins{Family::Overlap, {}, 7, FpMode::Contract}).schedule.depth, 7);
  EXPECT_EQ(chosen(p, cpu(), Pins{Family::Overlap, {}, 64, FpMode::Contract}).schedule.depth, 64);
  EXPECT_EQ(chosen(p, cpu(), Pins{{}, Extents{100, 3, 1}, {}, FpMode::Contract}).schedule.tile, (Extents{100, 3, 1}));
  // Whatever it needs: the machine at run time may be another one.
  EXPECT_EQ(chosen(p, gpu(), Pins{Family::Overlap, Extents{512, 512, 1}, 5, FpMode::Contract}).schedule.tile,
            (Extents{512, 512, 1}));
}

TEST(Choose, SeveralStepsAPassAreOfEitherFamily) {
  Pins pins;
  pins.depth = 3;
  for (const StencilProgram &p : {heatSwap(2), heatSwap(3), wave(3)}) {
    const Decision open = chosen(p, gpu(), pins);
    EXPECT_EQ(open.schedule.depth, 3);
    for (const Family family : {Family::Overlap, Family::Pipeline}) {
      Pins asked = pins;
      asked.family = family;
      EXPECT_LE(open.predicted.total, 1.1 * chosen(p, gpu(), asked).predicted.total) << nameOf(family);
    }
    EXPECT_EQ(chosen(p, cpu(), pins).schedule.family, Family::Overlap);
  }
}

// ---- One number of the machine changes, and the choice with it

TEST(Choose, ScarceMemoryBandwidthMakesPassesDeeper) {
  Machine fast = gpu(), slow = gpu();
  fast.memory.bandwidth *= 50;
  fast.caches[0].bandwidth *= 50;
  fast.memory.latency = 0;
  slow.memory.bandwidth /= 4;
  const Pins tiles{Family::Overlap, {}, {}, FpMode::Contract};
  EXPECT_EQ(chosen(heatSwap(2), fast, tiles).schedule.depth, 1);
  EXPECT_GT(chosen(heatSwap(2), slow, tiles).schedule.depth, chosen(heatSwap(2), fast, tiles).schedule.depth);
}

TEST(Choose, ManyShortLoopNestsAreNotTooMuchCode) {
  Machine slow = cpu();
  slow.memory.bandwidth /= 32;
  const Decision line = chosen(heatCopy(1), slow);
  EXPECT_GT(line.schedule.depth * (line.schedule.depth + 1), 80);
  EXPECT_EQ(line.refused, "");
}

TEST(Choose, TilesOfAThreadTakeHalfOfItsOwnCache) {
  const Pins deep{Family::Overlap, std::array<int64_t, 3>{1024, 128, 1}, 4, FpMode::Contract};
  Machine own = cpu(), few = cpu(), many = cpu();
  EXPECT_NE(chosen(heatSwap(2), own, deep).refused.find("bytes of cache, a thread has 524288"), std::string::npos);
  own.caches[1].bytes *= 4;
  EXPECT_EQ(chosen(heatSwap(2), own, deep).refused, "");
  few.caches.pop_back(); // the last one is all there is
  many.caches.pop_back();
  few.units = 2;
  many.units = 16;
  EXPECT_EQ(chosen(heatSwap(2), few, deep).refused, "");
  EXPECT_NE(chosen(heatSwap(2), many, deep).refused.find("bytes of cache, a thread has 524288"), std::string::npos);
}

// 82 rows of 2 KiB, 16 KiB apart, in four places of a way of 64 KiB.
TEST(Choose, RowsThatMeetInFewPlacesOfACacheCost) {
  Machine unknown = cpu(), known = cpu();
  known.caches[1].ways = 16;
  const auto seconds = [&](const Machine &machine, int64_t nx, int64_t rows, int depth) {
    const Pins pinned{Family::Overlap, std::array<int64_t, 3>{512, rows, 1}, depth, FpMode::Contract};
    return chosen(fdtd(2), machine, pinned, {{"nx", nx}, {"ny", 4096}}).predicted.total;
  };
  EXPECT_GT(seconds(known, 4096, 64, 9), 1.01 * seconds(unknown, 4096, 64, 9));
  EXPECT_EQ(seconds(known, 4096, 4, 2), seconds(unknown, 4096, 4, 2));             // they are few
  EXPECT_EQ(seconds(known, 4096 + 16, 64, 9), seconds(unknown, 4096 + 16, 64, 9)); // they begin in many places
}

TEST(Choose, MoreOnChipMemoryMakesTilesLarger) {
  Machine small = gpu(), large = gpu();
  small.local.bytes = small.local.perUnit = 8 << 10;
  large.local.bytes = 200 << 10;
  const Pins deep{Family::Overlap, {}, 4, FpMode::Contract};
  const Extents less = chosen(heatSwap(2), small, deep).schedule.tile,
                more = chosen(heatSwap(2), large, deep).schedule.tile;
  EXPECT_LT(less[0] * less[1], more[0] * more[1]);
}

// A copy back costs a sweep a pass over two arrays; tiles of one step do without.
TEST(Choose, TilesOfOneStepStoreLessWhereNestsMeetInACell) {
  const auto storesLess = [](const StencilProgram &p) {
    const Machine m = gpu();
    Schedule s;
    s.target = kGpuTarget.name;
    s.family = Family::Overlap;
    s.tile = {64, 1, 1};
    return CostModel(p, m, problemOf(p, {})).storesLess(s);
  };
  EXPECT_TRUE(storesLess(heatCopy(2)));
  EXPECT_FALSE(storesLess(heatSwap(2)));
  EXPECT_FALSE(storesLess(fdtd(2)));
}

TEST(Choose, GridsThatFitTheCacheAreBoundByItsCeiling) {
  const StencilProgram p = heatSwap(1);
  const Sizes small = {{"nx", 1 << 16}}, large = {{"nx", 1 << 28}};
  auto rate = [&](const Sizes &sizes) {
    Pins sweep{Family::Sweep, Extents{4096, 1, 1}, {}, FpMode::Contract};
    const Decision d = chosen(p, cpu(), sweep, sizes);
    return static_cast<double>(d.problem.grid[0]) / d.predicted.seconds[static_cast<int>(Resource::Memory)];
  };
  EXPECT_GT(rate(small), 3 * rate(large));
}

TEST(Choose, RowsOfLoopsAskAtTheirEndsOnly) {
  const StencilProgram p = columns(2);
  auto perCell = [&](int64_t length, bool rowLoops) {
    const Problem problem = chosen(p, cpu(), {}, {{"nx", length}, {"ny", 1024}}).problem;
    Schedule sweep;
    sweep.tile = {0, 1, 1};
    sweep.rowLoops = rowLoops;
    const Prediction predicted = CostModel(p, cpu(), problem).predict(sweep);
    return predicted.seconds[static_cast<int>(Resource::Instructions)] / static_cast<double>(length);
  };
  EXPECT_LT(perCell(4096, true), 0.9 * perCell(4096, false));
  EXPECT_GT(perCell(16, true), perCell(16, false));
}

// B = sum of A's neighbours up to that far along every axis
StencilProgram reaching(int64_t radius) {
  StencilProgram p = program({}, 3);
  ExprPtr sum = at(A);
  for (int64_t r = 1; r <= radius; ++r)
    sum = sum + neighbours(A, 3, r);
  p.stages[0].body = {store(B, sum)};
  return p;
}

// An item goes along planes, and keeps them, where that loads less from the cache behind the units.
TEST(Choose, ItemsMarchWhereCellsLookFar) {
  Machine machine = gpu();
  machine.registers = {65536, 255};
  machine.caches.front().bandwidth = 3e12;
  const Sizes large = {{"nx", 512}, {"ny", 512}, {"nz", 512}};
  const Decision far = chosen(reaching(4), machine, {}, large);
  EXPECT_EQ(far.schedule.tile[2], 16);
  EXPECT_EQ(far.schedule.group[2], 1);
  EXPECT_GT(far.schedule.resident, 1);
  StencilProgram flat = program({store(B, neighbours(A, 2))}, 3); // planes share nothing
  EXPECT_EQ(chosen(flat, machine, {}, large).schedule.tile[2], 1);
  machine.registers = {16384, 255}; // no room for a crowd
  EXPECT_EQ(chosen(reaching(4), machine, {}, large).schedule.tile[2], 1);
}

// A tile that is looked at has the group with which it is.
TEST(Choose, PinnedSweepsHaveTheirGroup) {
  Machine machine = gpu();
  machine.registers = {65536, 255};
  for (const auto &[tile, group] :
       {std::pair<Extents, Extents>{{128, 8, 1}, {32, 8, 1}}, {{128, 8, 2}, {32, 8, 1}}, {{128, 4, 1}, {32, 4, 1}}})
    EXPECT_EQ(chosen(reaching(4), machine, Pins{Family::Sweep, tile, {}, FpMode::Contract}).schedule.group, group);
}

// Its compiler makes vectors of loops over rows.
// A pinned depth leaves the tile to the search, which looks at what a work-item would hold.
TEST(Choose, PinnedDepthsHaveTilesOfFewCellsAnItem) {
  Pins pins;
  pins.family = Family::Pipeline;
  for (const int depth : {1, 2, 4}) {
    pins.depth = depth;
    const Schedule s = choose(heatSwap(1), pins, kGpuTarget, gpu(), {}, Policy::Model).schedule;
    EXPECT_LE(s.tile[0], 32 * s.group[0]) << depth;
  }
}

TEST(Choose, ProcessorsHaveGroupsOfOne) {
  Machine machine = cpu();
  machine.groups = {4096, {4096, 4096, 4096}};
  for (const Family family : {Family::Sweep, Family::Overlap})
    for (const StencilProgram &p : {heatSwap(1), heatSwap(3), fdtd()}) {
      Pins pins;
      pins.family = family;
      const Schedule s = choose(p, pins, kGpuTarget, machine, {}, Policy::Model).schedule;
      EXPECT_EQ(s.group, (Extents{1, 1, 1}));
      EXPECT_GE(s.tile[0], 64);
    }
}

TEST(Choose, SaysWhatEndedEachDirection) {
  const Decision decision = chosen(heatSwap(2), gpu());
  ASSERT_FALSE(decision.stopped.empty());
  for (const Stopped &stopped : decision.stopped)
    EXPECT_FALSE(stopped.reason.empty()) << stopped.direction;
}

TEST(Problem, LengthsComeFromTheUserOrAreAssumed) {
  const StencilProgram p = heatSwap(1);
  EXPECT_EQ(problemOf(p, {{"nx", 1000}, {"steps", 7}}).grid, (Extents{1000, 1, 1}));
  EXPECT_EQ(problemOf(p, {{"nx", 1000}, {"steps", 7}}).steps, 7);
  EXPECT_TRUE(problemOf(p, {{"nx", 1000}}).assumed.empty());
  EXPECT_EQ(problemOf(p, {}).assumed.size(), 1U);
  EXPECT_EQ(problemOf(p, {}).steps, 100);
}

} // namespace
