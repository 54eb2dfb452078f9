// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Whole calls of an OpenACC region (OpenaccRegion.c) that was compiled for the host only: devices, memory, rounding.
#include "Spawn.h"
#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using Strings = std::vector<std::string>;

Spawned region(const Strings &settings, const std::string &what = "ok") {
  return spawn(settings, {KASANE_RT_REGION, what});
}

void expectError(const Spawned &run, const std::string &text) {
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr(text));
  EXPECT_EQ(run.err.rfind("ksn: openacc: region (region.c:3): ", 0), 0u) << run.err;
}

TEST(Openacc, ComputesTheBoxAndNothingElse) {
  const Spawned run = region({});
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(run.out, "ran 1, 54 of 54 right\n");
  EXPECT_EQ(run.err, "");
}

TEST(Openacc, TheHostIsADeviceWithMemoryOfItsOwn) {
  EXPECT_EQ(region({}, "apart").out, "1\nran 1, 54 of 54 right\n");
  const std::string report = temporaryFile("openacc.json");
  EXPECT_EQ(region({"KASANE_REPORT=" + report}).status, 0);
  // 4 rows of 6, there and back; 44 elements.
  EXPECT_THAT(contentsOf(report), HasSubstr("\"bytes\": 384, \"memory\": 352"));
  std::remove(report.c_str());
}

TEST(Openacc, ReentrantFromSeveralThreads) {
  const Spawned run = region({}, "threads");
  EXPECT_EQ(run.status, 0) << run.err;
}

TEST(Openacc, IsChosenAsEitherSideSays) {
  for (const char *setting : {"ACC_DEVICE_TYPE=host", "ACC_DEVICE_TYPE=HOST", "ACC_DEVICE_TYPE=", "ACC_DEVICE_NUM=0",
                              "KASANE_DEVICE=0", "KASANE_DEVICE=host"})
    EXPECT_EQ(region({setting}).out, "ran 1, 54 of 54 right\n") << setting;
  EXPECT_EQ(region({"ACC_DEVICE_TYPE=nvidia", "KASANE_DEVICE=host"}).status, 0);
}

TEST(Openacc, AbsentDevicesAreErrors) {
  expectError(region({"ACC_DEVICE_TYPE=nvidia"}),
              "this program has code for the host only; compile and link it with -foffload=nvptx-none");
  expectError(region({"ACC_DEVICE_TYPE=nvida"}), "ACC_DEVICE_TYPE=nvida is neither nvidia nor host");
  expectError(region({"ACC_DEVICE_NUM=3"}),
              "ACC_DEVICE_NUM=3, but the OpenACC devices of type host are 1, numbered from 0");
  expectError(region({"KASANE_DEVICE=nvidia"}),
              "KASANE_DEVICE=nvidia is none of the OpenACC devices here; it can be 0 (host)");
  EXPECT_EQ(region({"ACC_DEVICE_TYPE=nvidia", "KASANE_FALLBACK=1"}).out, "ran 0, 54 of 54 right\n");
}

TEST(Openacc, MemoryIsCheckedBefore) {
  expectError(region({}, "huge"), "do not fit in the");
  expectError(region({}, "huge"), "Nor can the arrays be streamed through it: slabs of 1 plane, 1 step a visit, need ");
  expectError(region({"KASANE_DEVICE_MEMORY=200"}),
              "1 array (352 bytes) do not fit in 200 bytes (KASANE_DEVICE_MEMORY)");
}

TEST(Openacc, StreamsSlabs) {
  const std::string report = temporaryFile("openacc.json");
  for (const char *steps : {"1", "7", "300"}) {
    const Spawned run = region({"KASANE_SLAB=1", std::string("KASANE_STEPS=") + steps, "KASANE_REPORT=" + report});
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, "ran 1, 54 of 54 right\n") << steps;
    EXPECT_THAT(contentsOf(report), HasSubstr("\"placement\": \"chunked\""));
  }
  std::remove(report.c_str());
}

TEST(Openacc, UnknownKernelsAreErrors) { expectError(region({}, "unknown"), "internal: no kernel other"); }

TEST(Openacc, RoundingIsTried) {
  expectError(region({}, "fuses"),
              "--fp=strict cannot be kept on host: a*b + c is fused (double); compile the generated file with "
              "-ffp-contract=off");
}

} // namespace
