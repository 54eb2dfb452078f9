// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What measured times are kept under, how they come back, and with which values a region is called.
#include "Tune/MeasureCache.h"
#include "Tune/MeasurePlan.h"

#include "Programs.h"
#include "kasane/Analysis/Bounds.h"

#include "gtest/gtest.h"

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace kasane;

namespace {

Schedule scheduleOf(Family family, int depth) {
  Schedule s;
  s.target = "openmp";
  s.family = family;
  s.tile = {256, 8, 1};
  s.depth = depth;
  return s;
}

MeasureKey someKey() {
  return {Tune::Measure,
          "stencil a\n",
          "openmp",
          "contract",
          "/usr/bin/gcc\n13.2",
          "a processor, 2 threads",
          "avx2\nunits: 8\n",
          {{"n", 512}},
          40,
          {scheduleOf(Family::Sweep, 1), scheduleOf(Family::Overlap, 4)}};
}

TEST(MeasureKey, EveryPartCounts) {
  std::set<std::string> digests = {keyDigest(someKey())};
  const auto changed = [&](auto change) {
    MeasureKey key = someKey();
    change(key);
    EXPECT_TRUE(digests.insert(keyDigest(key)).second) << keyText(key);
  };
  changed([](MeasureKey &k) { k.tune = Tune::Exhaustive; });
  changed([](MeasureKey &k) { k.program = "stencil b\n"; });
  changed([](MeasureKey &k) { k.target = "opencl"; });
  changed([](MeasureKey &k) { k.fp = "strict"; });
  changed([](MeasureKey &k) { k.compiler = "/usr/bin/gcc\n14.1"; });
  changed([](MeasureKey &k) { k.compiler = "/usr/bin/clang\n13.2"; });
  changed([](MeasureKey &k) { k.device = "a processor, 4 threads"; });
  changed([](MeasureKey &k) { k.machine = "avx2\nunits: 9\n"; });
  changed([](MeasureKey &k) { k.sizes["n"] = 513; });
  changed([](MeasureKey &k) { k.sizes["m"] = 512; });
  changed([](MeasureKey &k) { k.steps = 41; });
  changed([](MeasureKey &k) { k.schedules.pop_back(); });
  changed([](MeasureKey &k) { k.schedules.back().depth = 5; });
  EXPECT_FALSE(digests.insert(keyDigest(someKey())).second);
  EXPECT_NE(keyText(someKey()).find("kasane 0."), std::string::npos);
}

class MeasureCache : public testing::Test {
protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("kasane-measure-" + std::to_string(getpid()));
    std::filesystem::create_directories(folder_);
    file_ = (folder_ / "kept.json").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string &text) { std::ofstream(file_) << text; }

  std::filesystem::path folder_;
  std::string file_;
  const MeasureKey key_ = someKey();
  const std::vector<Candidate> candidates_ = {{scheduleOf(Family::Sweep, 1), {}}, {scheduleOf(Family::Overlap, 4), {}}};
};

TEST_F(MeasureCache, ComesBackAsItWas) {
  EXPECT_FALSE(readKept(file_, key_, candidates_));
  write(keptText({{{candidates_[1], {3e-3, 1e-3, 2e-3}}, {candidates_[0], {4e-3}}}, 5}, key_));
  const auto kept = readKept(file_, key_, candidates_);
  ASSERT_TRUE(kept);
  ASSERT_EQ(kept->timed.size(), 2u);
  EXPECT_EQ(kept->failed, 5u);
  EXPECT_EQ(kept->timed[0].candidate.schedule, candidates_[1].schedule);
  EXPECT_EQ(kept->timed[0].samples, (std::vector<double>{3e-3, 1e-3, 2e-3}));
  EXPECT_EQ(kept->timed[0].seconds(), 1e-3);
  EXPECT_EQ(kept->timed[1].candidate.schedule, candidates_[0].schedule);
}

TEST_F(MeasureCache, WhatIsNoAnswerIsNone) {
  const std::string good = keptText({{{candidates_[0], {1e-3}}}, 0}, key_);
  MeasureKey other = key_;
  other.steps = 1;
  write(good);
  EXPECT_TRUE(readKept(file_, key_, candidates_));
  EXPECT_FALSE(readKept(file_, other, candidates_));
  EXPECT_FALSE(readKept(file_, key_, {candidates_[1]})); // a schedule that isn't asked for
  for (const std::string &bad :
       {std::string(), std::string("{}"), std::string("[1, 2]"), good.substr(0, good.size() / 2),
        keptText({{}, 0}, key_), keptText({{{candidates_[0], {-1}}}, 0}, key_)}) {
    write(bad);
    EXPECT_FALSE(readKept(file_, key_, candidates_)) << bad;
  }
}

TEST_F(MeasureCache, LiesWhereTheSpecificationWantsIt) {
  setenv("HOME", "/home/user", 1);
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(cacheFile(key_), "/somewhere/kasane/tune/" + keyDigest(key_) + ".json");
  setenv("XDG_CACHE_HOME", "relative", 1);
  EXPECT_EQ(cacheFile(key_), "/home/user/.cache/kasane/tune/" + keyDigest(key_) + ".json");
  unsetenv("HOME");
  EXPECT_EQ(cacheFile(key_), "");
}

MeasurePlan planFor(const StencilProgram &program, const Sizes &sizes) {
  Diagnostics diagnostics;
  return measurePlan(program, boundsGuards(program, diagnostics), sizes);
}

TEST(MeasurePlan, TakesTheSizesAndTheSteps) {
  const MeasurePlan plan = planFor(build::heatSwap(2), {{"nx", 100}, {"ny", 50}, {"steps", 7}});
  EXPECT_EQ(plan.why, "");
  EXPECT_EQ(plan.steps, 7);
  EXPECT_EQ(plan.values.integers.at("nx"), 100);
  EXPECT_EQ(plan.values.integers.at("ny"), 50);
  EXPECT_EQ(plan.program.time->hi - plan.program.time->lo, Poly::symbol(plan.values.steps));
  EXPECT_EQ(verify(plan.program), "");
}

TEST(MeasurePlan, ChoosesWhatNobodySaid) {
  StencilProgram program = build::heatSwap(2);
  program.params.push_back({"row", ScalarType::I32, "row"});
  for (Field &field : program.fields)
    field.stride[1] = Poly::symbol("row");
  program.guards.push_back({Poly::symbol("row") - Poly::symbol("nx"), "rows overlap", {}});
  const MeasurePlan plan = planFor(program, {{"nx", 100}, {"ny", 50}, {"steps", 7}});
  EXPECT_EQ(plan.why, "");
  EXPECT_EQ(plan.values.integers.at("row"), 100);
}

TEST(MeasurePlan, WhatIsGivenStays) {
  const MeasurePlan plan = planFor(build::heatSwap(1), {{"nx", 2}});
  EXPECT_EQ(plan.why, "no sizes are known for which nx - 3 >= 0 (else a loop nest has no cells); --size says them");
}

TEST(MeasurePlan, TestsAreComputedAndDecideNothing) {
  StencilProgram program = build::heatSwap(1);
  program.variables.push_back({"err", ScalarType::F32, "err"});
  const ExprPtr condition = binary(BinaryOp::Lt, build::local("err"), build::number(1));
  program.actions.push_back({1, Stop{condition, false, true}, {}});
  const MeasurePlan plan = planFor(program, {{"nx", 100}, {"steps", 7}});
  EXPECT_EQ(plan.why, "");
  EXPECT_EQ(verify(plan.program), "");
  EXPECT_EQ(print(std::get<Stop>(plan.program.actions.front().node).condition),
            "(((err < 1) != 0) && (ksn_measured_stops != 0))");
  EXPECT_EQ(plan.values.integers.at("ksn_measured_stops"), 0);
}

TEST(MeasurePlan, SaysWhyItCannotBe) {
  StencilProgram rows = build::heatSwap(2);
  rows.fields[0].rows = RowTable{};
  EXPECT_EQ(planFor(rows, {}).why, "'A' is a table of row pointers, and how its rows lie is not known");
  StencilProgram apart = build::heatSwap(1);
  apart.fields[1].stride[0] = 2;
  EXPECT_EQ(planFor(apart, {}).why, "elements of 'B' stand 2 apart, and what lies between them is not known");
  StencilProgram host = build::heatSwap(1);
  host.actions.push_back({1, HostPoint{1, nullptr, true}, {}});
  EXPECT_EQ(planFor(host, {}).why, "host code runs in its time loop");
}

} // namespace
