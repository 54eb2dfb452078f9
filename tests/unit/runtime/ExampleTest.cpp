// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The example of generated code: both targets against the original loops, which its own call site holds.
#include "Opencl.h"
#include "Spawn.h"
#include <gmock/gmock-matchers.h>
#include <gtest/gtest.h>

namespace {

using testing::HasSubstr;
using Strings = std::vector<std::string>;

Spawned heat(Strings settings, const Strings &arguments) {
  settings.push_back("OMP_NUM_THREADS=2");
  Strings command = {KASANE_RT_HEAT};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return spawn(settings, command);
}

void expectBothAgree(const std::string &target) {
  for (const Strings &arguments : {Strings{"67", "45", "7"}, {"3", "3", "2"}, {"2", "9", "4"}, {"64", "64", "0"}}) {
    const Spawned plain =
        heat({"KASANE_TARGET=opencl", "KASANE_FALLBACK=1", "OCL_ICD_VENDORS=/nonexistent"}, arguments);
    const Spawned run = heat({"KASANE_TARGET=" + target, "KASANE_VERIFY=1"}, arguments);
    EXPECT_EQ(plain.status, 0) << plain.err;
    EXPECT_EQ(run.status, 0) << run.err;
    EXPECT_EQ(run.out, plain.out);
    EXPECT_THAT(run.err, HasSubstr("A, B: every bit as the original's"));
    EXPECT_EQ(heat({"KASANE_TARGET=" + target}, arguments).out, plain.out);
  }
}

TEST(Example, Openmp) { expectBothAgree("openmp"); }

TEST(Example, Opencl) {
  KASANE_SKIP_WITHOUT_OPENCL();
  expectBothAgree("opencl");
}

TEST(Example, ReportCountsPasses) {
  const std::string report = temporaryFile("heat.json");
  EXPECT_EQ(heat({"KASANE_REPORT=" + report}, {"32", "32", "7"}).status, 0);
  EXPECT_THAT(contentsOf(report), HasSubstr("\"passes\": 4, \"steps\": 7"));
  std::remove(report.c_str());
}

TEST(Example, GuardDeclines) {
  const std::string report = temporaryFile("guard.json");
  EXPECT_EQ(heat({"KASANE_REPORT=" + report}, {"1", "1", "2"}).status, 0);
  EXPECT_THAT(contentsOf(report), HasSubstr("unless nx >= 2"));
  std::remove(report.c_str());
}

TEST(Example, NoPlatform) {
  const Strings settings = {"KASANE_TARGET=opencl", "OCL_ICD_VENDORS=/nonexistent"};
  const Spawned run = heat(settings, {"32", "32", "7"});
  EXPECT_EQ(run.status, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("ksn: opencl: heat_main_1 (heat.c:19): no OpenCL platform was found"));
  EXPECT_THAT(run.err, HasSubstr("; KASANE_FALLBACK=1 runs the original loops instead"));
  const Spawned back =
      heat({"KASANE_TARGET=opencl", "OCL_ICD_VENDORS=/nonexistent", "KASANE_FALLBACK=1"}, {"32", "32", "7"});
  EXPECT_EQ(back.status, 0);
  EXPECT_THAT(back.err, Not(HasSubstr("KASANE_FALLBACK")));
}

TEST(Example, DeviceByNameOrNumber) {
  KASANE_SKIP_WITHOUT_OPENCL();
  EXPECT_EQ(heat({"KASANE_TARGET=opencl", "KASANE_DEVICE=0"}, {}).status, 0);
  for (const char *device : {"99", "no such device"}) {
    const Spawned run = heat({"KASANE_TARGET=opencl", std::string("KASANE_DEVICE=") + device}, {});
    EXPECT_EQ(run.status, 1);
    EXPECT_THAT(run.err, HasSubstr("is none of the OpenCL devices here; it can be 0 ("));
  }
}

TEST(Example, OneDeviceOnly) {
  KASANE_SKIP_WITHOUT_OPENCL();
  const Spawned run = heat({"KASANE_TARGET=opencl", "KASANE_DEVICES=0,0"}, {});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("KASANE_DEVICES=0,0: regions of target opencl run on one device"));
  EXPECT_EQ(heat({"KASANE_TARGET=openmp", "KASANE_DEVICES=0,0"}, {}).status, 0);
}

TEST(Example, DeviceMemory) {
  KASANE_SKIP_WITHOUT_OPENCL();
  const Spawned run = heat({"KASANE_TARGET=opencl", "KASANE_DEVICE_MEMORY=48KiB"}, {"64", "64", "3"});
  EXPECT_EQ(run.status, 1);
  EXPECT_THAT(run.err, HasSubstr("2 arrays (32.0 KiB) and 2 working copies (32.0 KiB) do not fit in 48.0 KiB"));
}

} // namespace
