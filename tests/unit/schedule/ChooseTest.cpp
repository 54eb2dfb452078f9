// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Schedule/Choose.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

const TargetTraits kCpu = {"openmp", false}, kGpu = {"opencl", true};
using Extents = std::array<int64_t, 3>;

Schedule chosen(const StencilProgram &p, const Pinned &pinned, const TargetTraits &target) {
  Diagnostics diagnostics;
  std::optional<Schedule> schedule = chooseSchedule(p, pinned, target, FpMode::Contract, diagnostics);
  EXPECT_TRUE(diagnostics.all().empty());
  return schedule.value_or(Schedule{});
}

// The one error, as its text; and no schedule.
std::string refused(const StencilProgram &p, const Pinned &pinned, SourceRange *range = nullptr) {
  Diagnostics diagnostics;
  EXPECT_FALSE(chooseSchedule(p, pinned, kCpu, FpMode::Contract, diagnostics));
  if (diagnostics.all().size() != 1U)
    return std::to_string(diagnostics.all().size()) + " diagnostics";
  const Diagnostic &d = diagnostics.all().front();
  if (range)
    *range = d.range;
  return std::string(nameOf(d.id)) + ": " + format(d.id, d.args);
}

// ---- The stated defaults

TEST(Choose, SweepByDefault) {
  for (const TargetTraits &target : {kCpu, kGpu})
    for (int rank : {1, 2, 3}) {
      Schedule s = chosen(heatSwap(rank), {}, target);
      EXPECT_EQ(s.family, Family::Sweep);
      EXPECT_EQ(s.depth, 1);
      EXPECT_EQ(s.placement, Placement::InCore);
      EXPECT_EQ(s.target, target.name);
    }
}

TEST(Choose, DefaultTilesFollowRankAndTarget) {
  auto tile = [](int rank, const char *family, const TargetTraits &target) {
    return chosen(heatSwap(rank), {family, {}, {}}, target).tile;
  };
  EXPECT_EQ(tile(1, "sweep", kCpu), (Extents{16384, 1, 1}));
  EXPECT_EQ(tile(2, "sweep", kCpu), (Extents{0, 1, 1})); // 0: the row is one tile
  EXPECT_EQ(tile(3, "sweep", kCpu), (Extents{0, 1, 1}));
  EXPECT_EQ(tile(1, "overlap", kCpu), (Extents{8192, 1, 1}));
  EXPECT_EQ(tile(2, "overlap", kCpu), (Extents{256, 64, 1}));
  EXPECT_EQ(tile(3, "overlap", kCpu), (Extents{128, 16, 16}));
  EXPECT_EQ(tile(1, "sweep", kGpu), (Extents{256, 1, 1}));
  EXPECT_EQ(tile(2, "sweep", kGpu), (Extents{64, 4, 1}));
  EXPECT_EQ(tile(3, "sweep", kGpu), (Extents{64, 4, 1}));
  EXPECT_EQ(tile(1, "overlap", kGpu), (Extents{512, 1, 1}));
  EXPECT_EQ(tile(2, "overlap", kGpu), (Extents{64, 16, 1}));
  EXPECT_EQ(tile(3, "overlap", kGpu), (Extents{32, 8, 4}));
}

TEST(Choose, AGroupIsATilesShapeUpTo256Items) {
  auto group = [](std::vector<int64_t> tile, const TargetTraits &target) {
    return chosen(heatSwap(3), {{}, tile, {}}, target).group;
  };
  EXPECT_EQ(group({64, 16, 4}, kCpu), (Extents{1, 1, 1}));
  EXPECT_EQ(group({64, 16, 4}, kGpu), (Extents{64, 4, 1}));
  EXPECT_EQ(group({8, 8, 8}, kGpu), (Extents{8, 8, 4}));
  EXPECT_EQ(group({1000, 2, 2}, kGpu), (Extents{256, 1, 1}));
  EXPECT_EQ(group({3, 200, 7}, kGpu), (Extents{3, 85, 1}));
  EXPECT_EQ(group({1, 1, 1}, kGpu), (Extents{1, 1, 1}));
}

TEST(Choose, ADepthAloneMeansOverlap) {
  Schedule s = chosen(heatSwap(2), {{}, {}, 4}, kCpu);
  EXPECT_EQ(s.family, Family::Overlap);
  EXPECT_EQ(s.depth, 4);
  EXPECT_EQ(s.tile, (Extents{256, 64, 1}));
  EXPECT_EQ(chosen(heatSwap(2), {{}, {}, 1}, kCpu).family, Family::Sweep);
}

// ---- Pinned values

TEST(Choose, OptionsAreUsedExactly) {
  Schedule s = chosen(heatSwap(3), {"overlap", std::vector<int64_t>{7, 5}, 3}, kCpu);
  EXPECT_EQ(s.family, Family::Overlap);
  EXPECT_EQ(s.tile, (Extents{7, 5, 1})); // what is not named is 1
  EXPECT_EQ(s.depth, 3);
  EXPECT_EQ(chosen(heatSwap(), {{}, {}, 64}, kCpu).depth, 64);
}

TEST(Choose, ClausesAreUsedExactly) {
  StencilProgram p = heatSwap(2);
  p.clauses.family = "overlap";
  p.clauses.tile = std::vector<int64_t>{33, 9};
  p.clauses.depth = 2;
  Schedule s = chosen(p, {}, kGpu);
  EXPECT_EQ(s.family, Family::Overlap);
  EXPECT_EQ(s.tile, (Extents{33, 9, 1}));
  EXPECT_EQ(s.depth, 2);
}

TEST(Choose, ClauseAndOptionMustAgree) {
  StencilProgram p = heatSwap(2);
  p.clauses.family = "overlap";
  p.clauses.tile = std::vector<int64_t>{33, 9};
  p.clauses.depth = 2;
  EXPECT_EQ(chosen(p, {"overlap", std::vector<int64_t>{33, 9, 1}, 2}, kCpu).depth, 2);
  EXPECT_EQ(refused(p, {"sweep", {}, {}}), "option_against_clause: the clause 'schedule(overlap)' contradicts the "
                                           "option --schedule=sweep; drop one of them");
  EXPECT_EQ(refused(p, {{}, std::vector<int64_t>{9, 33}, {}}),
            "option_against_clause: the clause 'tile(33, 9)' contradicts the option --tile=9x33; drop one of them");
  EXPECT_EQ(refused(p, {{}, {}, 3}),
            "option_against_clause: the clause 'depth(2)' contradicts the option --depth=3; drop one of them");
}

TEST(Choose, TheModeOfNumbersIsKept) {
  for (FpMode fp : {FpMode::Strict, FpMode::Contract, FpMode::Fast}) {
    Diagnostics diagnostics;
    EXPECT_EQ(chooseSchedule(heatSwap(), {}, kCpu, fp, diagnostics)->fp, fp);
  }
}

TEST(Choose, WithoutTimeOneStepMayStillOverlap) {
  EXPECT_EQ(chosen(noTime(), {"overlap", {}, {}}, kCpu).family, Family::Overlap);
}

// ---- Refusals

TEST(Choose, RefusesBadTiles) {
  for (std::vector<int64_t> tile : {std::vector<int64_t>{}, {0}, {-4}, {8, 8, 2}, {1, 1, 1, 1}})
    EXPECT_EQ(refused(heatSwap(2), {{}, tile, {}}),
              "bad_tile: a tile needs one to 2 positive extents, x first; further ones must be 1");
  EXPECT_EQ(chosen(heatSwap(2), {{}, std::vector<int64_t>{8, 8, 1}, {}}, kCpu).tile, (Extents{8, 8, 1}));
}

TEST(Choose, RefusesTilesWhoseArraysHaveNoSize) {
  int64_t big = int64_t(1) << 24;
  EXPECT_EQ(refused(heatSwap(3), {"overlap", std::vector<int64_t>{big, big, big}, 2}),
            "tile_too_large: tile 16777216x16777216x16777216 has more than 1073741824 cells; take a smaller one");
  EXPECT_EQ(chosen(heatSwap(), {{}, std::vector<int64_t>{1 << 30}, {}}, kCpu).tile[0], 1 << 30);
}

TEST(Choose, RefusesBadDepths) {
  EXPECT_EQ(refused(heatSwap(), {{}, {}, 0}), "bad_depth: depth 0 is outside of 1 to 64");
  EXPECT_EQ(refused(heatSwap(), {{}, {}, 65}), "bad_depth: depth 65 is outside of 1 to 64");
  EXPECT_EQ(refused(noTime(), {{}, {}, 2}),
            "depth_without_time: depth 2 needs a time loop, and this region has none; put the directive before the "
            "time loop or drop the depth");
  EXPECT_EQ(refused(heatSwap(), {"sweep", {}, 2}),
            "sweep_depth: 'sweep' advances one step a pass, so depth 2 cannot be; use schedule overlap");
}

TEST(Choose, RefusesUnknownFamilies) {
  EXPECT_EQ(refused(heatSwap(), {"wave", {}, {}}),
            "unknown_family: unknown schedule 'wave'; known are sweep and overlap");
  for (const char *slip : {"swep", "sweeep", "sweap", "swepe"})
    EXPECT_EQ(refused(heatSwap(), {slip, {}, {}}),
              "unknown_family_near: unknown schedule '" + std::string(slip) + "'; did you mean 'sweep'?");
}

TEST(Choose, OverlapNeedsEveryAxisOfAWrittenField) {
  StencilProgram p = coefficient();
  EXPECT_EQ(chosen(p, {"overlap", {}, {}}, kCpu).family, Family::Overlap); // C is read only
  Stage &edge = addStage(p, {store(C, at(C) + at(C))});
  edge.domain[1] = {0, 1};
  EXPECT_EQ(refused(p, {"overlap", {}, {}}),
            "overlap_needs_axes: 'overlap' needs every written array to have all 2 axes, and 'C' has fewer; use "
            "schedule sweep");
  EXPECT_EQ(chosen(p, {}, kCpu).family, Family::Sweep);
}

TEST(Choose, ErrorsPointAtTheirClause) {
  StencilProgram p = heatSwap();
  p.range.begin.raw = 1;
  p.clauses.depth = 99;
  p.clauses.where["depth"] = {{5, 0, 0}, {5, 0, 0}};
  SourceRange range;
  refused(p, {}, &range);
  EXPECT_EQ(range.begin.raw, 5U);
  refused(heatSwap(), {{}, {}, 99}, &range); // an option has no place of its own: the directive
  EXPECT_EQ(range.begin.raw, 0U);
}

TEST(Schedule, Prints) {
  EXPECT_EQ(print(chosen(heatSwap(2), {{}, {}, 2}, kGpu)),
            "schedule opencl overlap tile 64x16x1 group 64x4x1 depth 2 in core fp contract\n");
}

} // namespace
