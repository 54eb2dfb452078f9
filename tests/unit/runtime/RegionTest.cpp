// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole calls of a region (Region.c): environment, memory, report, verification.
#include "Spawn.h"
#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace {

using testing::HasSubstr;
using testing::Not;
using Strings = std::vector<std::string>;

Spawned region(const Strings &settings, const Strings &arguments) {
  Strings command = {KASANE_RT_REGION};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return spawn(settings, command);
}

void expectError(const Spawned &run, const std::string &text) {
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(text));
  EXPECT_EQ(run.err.rfind("ksn: ", 0), 0u) << run.err;
}

TEST(Region, SameAsTheOriginal) {
  for (const char *steps : {"0", "1", "2", "7", "-3"}) {
    const std::string original = region({}, {"decline", steps}).out;
    const Spawned run = region({}, {"ok", steps});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, original) << steps;
    EXPECT_EQ(run.err, "");
  }
}

TEST(Region, ReentrantFromSeveralThreads) {
  EXPECT_EQ(region({}, {"threads"}).status, 0);
  const Spawned verified = region({"KASANE_VERIFY=1"}, {"threads"});
  EXPECT_EQ(verified.status, 0) << verified.err;
  EXPECT_THAT(verified.err, HasSubstr("200 calls agree"));
}

TEST(Environment, UnknownNameIsAnError) {
  expectError(region({"KASANE_VERFIY=1"}, {"ok"}), "KASANE_VERFIY is not known; did you mean KASANE_VERIFY?");
  expectError(region({"KASANE_SOMETHING_ELSE=1"}, {"ok"}), "in the language reference");
}

TEST(Environment, UnknownValueIsAnError) {
  for (const char *name : {"KASANE_VERIFY", "KASANE_FALLBACK", "KASANE_PROFILE", "KASANE_PROGRESS"})
    expectError(region({std::string(name) + "=yes"}, {"ok"}), std::string(name) + "=yes: expected 0 or 1");
  for (const char *value : {"8GiBi", "-1GiB", "GiB", "0"})
    expectError(region({std::string("KASANE_DEVICE_MEMORY=") + value}, {"ok"}), "expected a size such as 8GiB");
  for (const char *value : {"0", "x", "2", "1e-5x"})
    expectError(region({std::string("KASANE_VERIFY_TOL=") + value}, {"ok"}), "expected a relative error");
  expectError(region({"KASANE_STEPS=0"}, {"ok"}), "expected a number from 1 up");
  for (const char *value : {"0", "-1", "four"})
    expectError(region({std::string("KASANE_PARTS=") + value}, {"ok"}), "expected a number from 1 up");
  expectError(region({"KASANE_PARTS=1000000000"}, {"ok"}), "expected a number from 1 to 4096");
  for (const char *value : {"fast", "late", "late:", "late:50", "late:-1,1", "late:50,0", "late:50,2.5x"})
    expectError(region({std::string("KASANE_WIRE=") + value}, {"ok"}),
                "expected local, host, nccl, or late:LATENCY,RATE");
  for (const char *value : {"one", "0,", ",1", "0;1", "0,all"})
    expectError(region({std::string("KASANE_DEVICES=") + value}, {"ok"}), "expected all, or numbers such as 0,1");
  expectError(region({"KASANE_DEVICES=all", "KASANE_DEVICE=1"}, {"ok"}), "KASANE_DEVICE=1 is set, too");
  expectError(region({"KASANE_REPORT=/nonexistent/report"}, {"ok"}), "cannot be written");
}

// Also one that begins to fail within the report: nothing is left that looks like one.
TEST(Environment, ReportIsWholeOrNotThere) {
  const std::string folder = temporaryFile("reports"), report = folder + "/report.json";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  expectError(region({"KASANE_REPORT=/dev/full"}, {"ok"}), "cannot be written: No space left on device");
  // No limit for what it prints.
  const std::string limited = "(ulimit -f 0; " KASANE_RT_REGION " ok; echo status $?) 2>&1 | cat >&2";
  for (const char *before : {"", "what was there\n"}) {
    if (*before)
      std::ofstream(report) << before;
    const std::string said = spawn({"KASANE_REPORT=" + report}, {"/bin/sh", "-c", limited}).err;
    EXPECT_THAT(said, HasSubstr("cannot be written: File too large"));
    EXPECT_THAT(said, HasSubstr("status 1"));
    EXPECT_EQ(contentsOf(report), before);
  }
  EXPECT_EQ(region({"KASANE_REPORT=" + report}, {"ok"}).status, 0);
  EXPECT_THAT(contentsOf(report), HasSubstr("]}"));
  const std::filesystem::directory_iterator files(folder), none;
  EXPECT_EQ(std::distance(files, none), 1);
}

TEST(Environment, PartsOfArraysThatKernelsNeedWhole) {
  expectError(region({"KASANE_PARTS=2"}, {"ok"}), "the kernels work on whole arrays; translate with --distribute");
  expectError(region({"KASANE_PARTS=2", "KASANE_SLAB=4"}, {"ok"}), "leave one of the two out");
  const Spawned run = region({"KASANE_PARTS=2", "KASANE_FALLBACK=1"}, {"ok", "4"});
  EXPECT_THAT(run.err, HasSubstr("the original loops run: the arrays cannot be cut into KASANE_PARTS"));
}

TEST(Environment, EmptyIsUnset) { EXPECT_EQ(region({"KASANE_VERIFY=", "KASANE_TARGET="}, {"ok"}).err, ""); }

TEST(Environment, Target) {
  expectError(region({"KASANE_TARGET=opencl"}, {"ok"}), "translated for openmp only");
  EXPECT_EQ(region({"KASANE_TARGET=openmp"}, {"ok"}).status, 0);
  EXPECT_EQ(region({}, {"select"}).out, "0\n");
  EXPECT_EQ(region({"KASANE_TARGET=opencl"}, {"select"}).out, "1\n");
  EXPECT_EQ(region({"KASANE_TARGET=cuda"}, {"select"}).out, "2\n");
  expectError(region({"KASANE_TARGET=open"}, {"select"}), "translated for openmp,opencl,cuda");
}

TEST(Memory, RefusedBeforeAnythingIsTouched) {
  expectError(region({}, {"huge"}), "do not fit in the");
  expectError(region({"KASANE_DEVICE_MEMORY=200"}, {"ok"}),
              "1 working copy (128 bytes) and scratch of 2 threads (16.0 KiB) do not fit in 200 bytes "
              "(KASANE_DEVICE_MEMORY); raise it, or translate with --schedule=sweep");
}

TEST(Memory, FallsBackWhenAsked) {
  const std::string report = temporaryFile("fallback.json");
  const Spawned run = region({"KASANE_DEVICE_MEMORY=200", "KASANE_FALLBACK=1", "KASANE_REPORT=" + report}, {"ok", "4"});
  EXPECT_EQ(run.status, 0);
  EXPECT_EQ(run.out, region({}, {"decline", "4"}).out);
  EXPECT_THAT(contentsOf(report), HasSubstr("\"ran\": false, \"reason\": \"1 working copy"));
  std::remove(report.c_str());
}

TEST(Report, OneEntryPerRegion) {
  const std::string report = temporaryFile("report.json");
  EXPECT_EQ(region({"KASANE_REPORT=" + report}, {"threads"}).status, 0);
  const std::string text = contentsOf(report);
  EXPECT_THAT(text, HasSubstr("{\"version\": 1, \"regions\": ["));
  EXPECT_THAT(text, HasSubstr("\"name\": \"region_main_1\", \"function\": \"main\", \"file\": \"region \\\"1\\\".c\""));
  EXPECT_THAT(text, HasSubstr("\"target\": \"openmp\", \"family\": \"overlap\", \"tile\": [8, 1, 1], \"depth\": 1"));
  EXPECT_THAT(text, HasSubstr("\"calls\": 200, \"declined\": 0, \"verified\": 0, \"passes\": 1000, \"steps\": 1000"));
  EXPECT_THAT(text, HasSubstr("\"ran\": true, \"reason\": \"\""));
  // 1000 steps of 30 cells.
  EXPECT_THAT(text, HasSubstr("\"predicted_seconds\": 0.000015000, \"machine\": \"h200\", \"chosen\": \"\""));
  std::remove(report.c_str());
}

TEST(Report, Declined) {
  const std::string report = temporaryFile("declined.json");
  const Spawned run = region({"KASANE_REPORT=" + report, "KASANE_VERIFY=1"}, {"decline", "4"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.err, HasSubstr("nothing to compare, the original loops run"));
  EXPECT_THAT(contentsOf(report), HasSubstr("\"ran\": false, \"reason\": \"u and v \\\"overlap\\\"\""));
  std::remove(report.c_str());
}

// As much of the reason as there is room for.
TEST(Report, DeclinedAtLength) {
  const std::string report = temporaryFile("rambled.json");
  EXPECT_EQ(region({"KASANE_REPORT=" + report}, {"ramble", "4"}).status, 0);
  EXPECT_THAT(contentsOf(report), HasSubstr("\"ran\": false, \"reason\": \"" + std::string(511, 'u') + "\""));
  std::remove(report.c_str());
}

TEST(Report, DeclinedIsToldOnce) {
  const Spawned told = region({}, {"decline", "4"});
  EXPECT_EQ(told.status, 0);
  EXPECT_THAT(told.err, HasSubstr("ksn: region_main_1 (region \"1\".c"));
  EXPECT_THAT(told.err, HasSubstr("): the original loops run: u and v \"overlap\""));
  EXPECT_EQ(region({"KASANE_QUIET=1"}, {"decline", "4"}).err, "");
}

TEST(Report, VerificationCountsOnce) {
  const std::string report = temporaryFile("verified.json");
  EXPECT_EQ(region({"KASANE_REPORT=" + report, "KASANE_VERIFY=1"}, {"ok", "4"}).status, 0);
  EXPECT_THAT(contentsOf(report), HasSubstr("\"calls\": 1, \"declined\": 0, \"verified\": 1, \"passes\": 4"));
  std::remove(report.c_str());
}

TEST(Verify, Agrees) {
  for (const char *steps : {"0", "1", "9"}) {
    const Spawned run = region({"KASANE_VERIFY=1"}, {"ok", steps});
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out, region({}, {"ok", steps}).out);
    EXPECT_THAT(run.err, HasSubstr(std::string(steps) + " steps, u, v: every bit as the original's"));
  }
}

TEST(Verify, FindsTheFirstDifferingStep) {
  for (int steps = 1; steps <= 20; steps += 3)
    for (int wrong = 1; wrong <= steps; wrong++) {
      const Spawned run = region({"KASANE_VERIFY=1"}, {"wrong", std::to_string(steps), std::to_string(wrong)});
      EXPECT_EQ(run.out, "");
      const std::string array = wrong % 2 ? "v" : "u"; // what step 1, 3, .. writes
      expectError(run, "verify: differs: first at step " + std::to_string(wrong) + " of " + std::to_string(steps) +
                           ": " + array + " at (x, y, z) = (5, 0, 0): translated ");
      EXPECT_THAT(run.err, HasSubstr("1 of 32 elements differ"));
    }
}

TEST(Verify, SeesPointersAndSteps) {
  expectError(region({"KASANE_VERIFY=1"}, {"pointer", "3"}), "A points elsewhere");
  expectError(region({"KASANE_VERIFY=1"}, {"longer", "3"}), "the original made 4 steps, the translated loops 3");
}

TEST(Verify, SeesWhatIsLeftBehind) {
  expectError(region({"KASANE_VERIFY=1"}, {"left", "3"}),
              "verify: differs: after 3 steps: t: translated 4, original 3");
  expectError(region({"KASANE_VERIFY=1"}, {"left", "3", "2"}), "verify: differs: first at step 2 of 3: u at");
  expectError(region({"KASANE_VERIFY=1"}, {"real", "3"}),
              "verify: differs: after 3 steps: r: translated 0.5, original 1");
}

TEST(Verify, ContractHasATolerance) {
  const Spawned run = region({"KASANE_VERIFY=1"}, {"contract", "3", "2"});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr("worst relative error"));
  EXPECT_THAT(run.err, HasSubstr("ULP"));
  expectError(region({"KASANE_VERIFY=1", "KASANE_VERIFY_TOL=1e-7"}, {"contract", "3", "2"}), "first at step 2 of 3");
}

TEST(Profile, OneLine) {
  const Spawned run = region({"KASANE_PROFILE=1"}, {"ok", "5"});
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.err, HasSubstr("ksn: profile: region_main_1"));
  EXPECT_THAT(run.err, HasSubstr("1 calls, 5 steps"));
  EXPECT_THAT(run.err, HasSubstr("GB/s"));
  EXPECT_THAT(run.err, HasSubstr("GFLOP/s; predicted 2 Gcells/s (h200); "));
}

TEST(Progress, InALogOnlyWhenAsked) {
  EXPECT_THAT(region({"KASANE_PROGRESS=1"}, {"ok", "5"}).err, HasSubstr("region_main_1: step 5 of 5"));
  EXPECT_EQ(region({}, {"ok", "5"}).err, "");
  EXPECT_EQ(region({"KASANE_PROGRESS=0"}, {"ok", "5"}).err, "");
}

TEST(Internal, MisuseIsSeen) {
  expectError(region({}, {"abi"}), "translate it again");
  expectError(region({}, {"scratch"}), "thread 2 asks for scratch");
  expectError(region({}, {"flip"}), "internal: field 1 cannot be flipped with spare 0");
  expectError(region({}, {"depth", "4"}), "internal: a pass of 2 steps");
}

} // namespace
