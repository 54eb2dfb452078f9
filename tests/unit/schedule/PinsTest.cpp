// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Schedule/Pins.h"

#include "Programs.h"

using namespace kasane;
using namespace kasane::build;

namespace {

const TargetInfo &kCpu = *findTarget("openmp"), &kGpu = *findTarget("opencl");
using Extents = std::array<int64_t, 3>;

Pins pinned(const StencilProgram &p, const Pinned &given, const TargetInfo &target = kCpu) {
  Diagnostics diagnostics;
  std::optional<Pins> pins = pinsOf(p, given, target, FpMode::Contract, diagnostics);
  EXPECT_TRUE(diagnostics.all().empty());
  return pins.value_or(Pins{});
}

// The one error, as its text; and no schedule.
std::string refused(const StencilProgram &p, const Pinned &given, SourceRange *range = nullptr,
                    const TargetInfo &target = kCpu) {
  Diagnostics diagnostics;
  EXPECT_FALSE(pinsOf(p, given, target, FpMode::Contract, diagnostics));
  if (diagnostics.all().size() != 1U)
    return std::to_string(diagnostics.all().size()) + " diagnostics";
  const Diagnostic &d = diagnostics.all().front();
  if (range)
    *range = d.range;
  return std::string(nameOf(d.id)) + ": " + format(d.id, d.args);
}

TEST(Pins, NothingIsDecidedByDefault) {
  for (const TargetInfo &target : {kCpu, kGpu}) {
    Pins pins = pinned(heatSwap(2), {}, target);
    EXPECT_FALSE(pins.family || pins.tile || pins.depth);
  }
}

TEST(Pins, ADepthAndATileDecideTheFamily) {
  EXPECT_EQ(pinned(heatSwap(2), {{}, std::vector<int64_t>{64, 8}, 4}).family, Family::Overlap);
  EXPECT_EQ(pinned(heatSwap(2), {{}, {}, 1}).family, Family::Sweep);
  EXPECT_EQ(pinned(heatSwap(2), {{}, {}, 4}).family, std::nullopt);
}

TEST(Pins, KernelsOfACpuHaveWindowsWhereArraysMayBeCut) {
  Pinned given;
  EXPECT_FALSE(undecided(pinned(heatSwap(2), given), kCpu).windows);
  EXPECT_TRUE(undecided(pinned(heatSwap(2), given, kGpu), kGpu).windows);
  given.distribute = true;
  EXPECT_TRUE(undecided(pinned(heatSwap(2), given), kCpu).windows);
}

// ---- Pinned values

TEST(Pins, OptionsAreUsedExactly) {
  Pins s = pinned(heatSwap(3), {"overlap", std::vector<int64_t>{7, 5}, 3}, kCpu);
  EXPECT_EQ(s.family, Family::Overlap);
  EXPECT_EQ(s.tile, (Extents{7, 5, 1})); // what is not named is 1
  EXPECT_EQ(s.depth, 3);
  EXPECT_EQ(pinned(heatSwap(), {{}, {}, 64}).depth, 64);
}

TEST(Pins, ClausesAreUsedExactly) {
  StencilProgram p = heatSwap(2);
  p.clauses.family = "overlap";
  p.clauses.tile = std::vector<int64_t>{33, 9};
  p.clauses.depth = 2;
  Pins s = pinned(p, {}, kGpu);
  EXPECT_EQ(s.family, Family::Overlap);
  EXPECT_EQ(s.tile, (Extents{33, 9, 1}));
  EXPECT_EQ(s.depth, 2);
}

TEST(Pins, ClauseAndOptionMustAgree) {
  StencilProgram p = heatSwap(2);
  p.clauses.family = "overlap";
  p.clauses.tile = std::vector<int64_t>{33, 9};
  p.clauses.depth = 2;
  EXPECT_EQ(pinned(p, {"overlap", std::vector<int64_t>{33, 9, 1}, 2}).depth, 2);
  EXPECT_EQ(refused(p, {"sweep", {}, {}}), "option_against_clause: the clause 'schedule(overlap)' contradicts the "
                                           "option --schedule=sweep; drop one of them");
  EXPECT_EQ(refused(p, {{}, std::vector<int64_t>{9, 33}, {}}),
            "option_against_clause: the clause 'tile(33, 9)' contradicts the option --tile=9x33; drop one of them");
  EXPECT_EQ(refused(p, {{}, {}, 3}),
            "option_against_clause: the clause 'depth(2)' contradicts the option --depth=3; drop one of them");
}

TEST(Pins, TheModeOfNumbersIsKept) {
  for (FpMode fp : {FpMode::Strict, FpMode::Contract, FpMode::Fast}) {
    Diagnostics diagnostics;
    EXPECT_EQ(pinsOf(heatSwap(), {}, kCpu, fp, diagnostics)->fp, fp);
  }
}

TEST(Pins, WithoutTimeOneStepMayStillOverlap) {
  EXPECT_EQ(pinned(noTime(), {"overlap", {}, {}}).family, Family::Overlap);
}

// ---- Refusals

TEST(Pins, RefusesBadTiles) {
  for (std::vector<int64_t> tile : {std::vector<int64_t>{}, {0}, {-4}, {8, 8, 2}, {1, 1, 1, 1}})
    EXPECT_EQ(refused(heatSwap(2), {{}, tile, {}}),
              "bad_tile: a tile has a positive extent for each axis, x first: at most 2 here, and 'all' only where "
              "schedule diamond doesn't cut; further ones must be 1");
  EXPECT_EQ(pinned(heatSwap(2), {{}, std::vector<int64_t>{8, 8, 1}, {}}).tile, (Extents{8, 8, 1}));
}

TEST(Pins, RefusesTilesWhoseArraysHaveNoSize) {
  int64_t big = int64_t(1) << 24;
  EXPECT_EQ(refused(heatSwap(3), {"overlap", std::vector<int64_t>{big, big, big}, 2}),
            "tile_too_large: tile 16777216x16777216x16777216 has more than 1073741824 cells; take a smaller one");
  EXPECT_EQ(pinned(heatSwap(), {{}, std::vector<int64_t>{1 << 30}, {}}).tile->front(), 1 << 30);
}

TEST(Pins, RefusesBadDepths) {
  EXPECT_EQ(refused(heatSwap(), {{}, {}, 0}), "bad_depth: depth 0 is outside of 1 to 64");
  EXPECT_EQ(refused(heatSwap(), {{}, {}, 65}), "bad_depth: depth 65 is outside of 1 to 64");
  EXPECT_EQ(refused(noTime(), {{}, {}, 2}),
            "depth_without_time: depth 2 needs a time loop, and this region has none; put the directive before the "
            "time loop or drop the depth");
  EXPECT_EQ(refused(heatSwap(), {"sweep", {}, 2}),
            "sweep_depth: 'sweep' advances one step a pass, so depth 2 cannot be; use schedule overlap");
}

TEST(Pins, RefusesUnknownFamilies) {
  EXPECT_EQ(refused(heatSwap(), {"wave", {}, {}}),
            "unknown_family: unknown schedule 'wave'; known are sweep, overlap, pipeline, diamond, pivot, mapped, "
            "rows, families and classes");
  for (const char *slip : {"swep", "sweeep", "sweap", "swepe"})
    EXPECT_EQ(refused(heatSwap(), {slip, {}, {}}),
              "unknown_family_near: unknown schedule '" + std::string(slip) + "'; did you mean 'sweep'?");
  EXPECT_EQ(refused(heatSwap(), {"pipline", {}, {}}),
            "unknown_family_near: unknown schedule 'pipline'; did you mean 'pipeline'?");
}

TEST(Pins, PipelinesNeedWorkGroups) {
  const Pinned pipeline = {"pipeline", std::vector<int64_t>{32, 16}, 4};
  const Pins pins = pinned(heatSwap(2), pipeline, kGpu);
  EXPECT_EQ(pins.family, Family::Pipeline);
  EXPECT_EQ(pins.tile, (Extents{32, 16, 1}));
  EXPECT_EQ(pins.depth, 4);
  EXPECT_TRUE(allows(Family::Pipeline, heatSwap(2), kGpu));
  auto why = [](const std::string &reason) {
    return "not_streamed: schedule pipeline can't be used here: " + reason + "; use schedule overlap";
  };
  EXPECT_EQ(refused(heatSwap(2), pipeline), why("target openmp has no work-groups"));
  EXPECT_EQ(pinned(heatSwap(), {"pipeline", std::vector<int64_t>{64}, 2}, kGpu).tile, (Extents{64, 1, 1}));
  EXPECT_TRUE(allows(Family::Pipeline, heatSwap(), kGpu));
  EXPECT_FALSE(allows(Family::Pipeline, heatSwap(2), kCpu) || allows(Family::Pipeline, heatSwap(), kCpu));
  EXPECT_TRUE(allows(Family::Pipeline, ring(1), kGpu));
  EXPECT_TRUE(allows(Family::Pipeline, ring(2), kGpu));
}

TEST(Pins, PipelinesOfSeveralStepsNeedATimeLoop) {
  EXPECT_EQ(pinned(noTime(2), {"pipeline", {}, 1}, kGpu).family, Family::Pipeline);
  EXPECT_EQ(refused(noTime(2), {"pipeline", {}, 2}, nullptr, kGpu).substr(0, 18), "depth_without_time");
}

TEST(Pins, SomeTargetsHaveSweepsOnly) {
  const TargetInfo &sweeps = *findTarget("openacc");
  EXPECT_EQ(pinned(heatSwap(2), {"sweep", std::vector<int64_t>{32, 4}, 1}, sweeps).family, Family::Sweep);
  EXPECT_FALSE(allows(Family::Overlap, heatSwap(2), sweeps) || allows(Family::Pipeline, heatSwap(2), sweeps));
  for (const char *family : {"overlap", "pipeline"})
    EXPECT_EQ(refused(heatSwap(2), {family, {}, {}}, nullptr, sweeps),
              "only_sweeps: target openacc makes one step at a time and has no schedule " + std::string(family) +
                  "; use schedule sweep, or another target");
  EXPECT_EQ(refused(heatSwap(2), {{}, {}, 2}, nullptr, sweeps).substr(0, 11), "only_sweeps");
}

TEST(Pins, OverlapNeedsEveryAxisOfAWrittenField) {
  StencilProgram p = coefficient();
  EXPECT_EQ(pinned(p, {"overlap", {}, {}}).family, Family::Overlap); // C is read only
  Stage &edge = addStage(p, {store(C, at(C) + at(C))});
  edge.domain[1] = {0, 1};
  EXPECT_EQ(refused(p, {"overlap", {}, {}}),
            "overlap_needs_axes: 'overlap' needs every written array to have all 2 axes, and 'C' has fewer; use "
            "schedule sweep");
  EXPECT_FALSE(allows(Family::Overlap, p, kCpu));
}

TEST(Pins, ErrorsPointAtTheirClause) {
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
  EXPECT_EQ(print(Schedule{"opencl", Family::Overlap, Placement::InCore, FpMode::Contract, {64, 16, 1}, {64, 4, 1}, 2}),
            "schedule opencl overlap tile 64x16x1 group 64x4x1 depth 2 in core fp contract\n");
}

TEST(Schedule, AShortAxisGivesItsShareToTheNext) {
  auto fit = [](Extents tile, Extents group, Extents lengths) { // 0: not known
    Schedule s;
    s.tile = tile;
    s.group = group;
    Box domain;
    for (int a = 0; a < 3; ++a)
      domain[a] = {0, lengths[a] ? Poly(lengths[a]) : Poly::symbol("n")};
    s = fitted(s, domain);
    return std::pair(s.tile, s.group);
  };
  using Both = std::pair<Extents, Extents>;
  EXPECT_EQ(fit({64, 8, 1}, {64, 4, 1}, {0, 0, 1}), (Both{{64, 8, 1}, {64, 4, 1}}));
  EXPECT_EQ(fit({64, 8, 1}, {64, 4, 1}, {1, 0, 1}), (Both{{1, 512, 1}, {1, 256, 1}}));
  EXPECT_EQ(fit({64, 8, 2}, {64, 4, 1}, {0, 1, 0}), (Both{{64, 1, 16}, {64, 1, 4}}));
  EXPECT_EQ(fit({64, 8, 1}, {64, 4, 1}, {3, 2, 0}), (Both{{3, 2, 84}, {3, 2, 42}}));
  EXPECT_EQ(fit({64, 8, 1}, {64, 4, 1}, {1, 1, 0}), (Both{{1, 1, 512}, {1, 1, 64}})); // no device has more along z
  EXPECT_EQ(fit({0, 1, 1}, {1, 1, 1}, {1, 0, 1}), (Both{{0, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(fit({16, 4, 1}, {16, 4, 1}, {200, 0, 1}), (Both{{16, 4, 1}, {16, 4, 1}}));
  // Where nothing is long there are fewer items: two at one cell would both change it.
  EXPECT_EQ(fit({200, 1, 1}, {128, 1, 1}, {1, 1, 1}), (Both{{1, 1, 1}, {1, 1, 1}}));
  EXPECT_EQ(fit({64, 8, 1}, {64, 4, 1}, {1, 3, 1}), (Both{{1, 3, 1}, {1, 3, 1}}));
}

} // namespace
