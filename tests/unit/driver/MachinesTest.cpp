// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which machine a target's schedule is for: the option's, else the measured one, else a generic one.
#include "MachinesJson.h"
#include "Options/FindMachine.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <unistd.h>

using namespace kasane;

namespace {

class MachineFor : public testing::Test {
protected:
  void SetUp() override {
    config_ = std::filesystem::temp_directory_path() / ("kasane-machines-" + std::to_string(getpid()));
    std::filesystem::create_directories(config_ / "kasane");
    setenv("XDG_CONFIG_HOME", config_.c_str(), 1);
  }
  void TearDown() override { std::filesystem::remove_all(config_); }

  void writeProbed(const std::string &target, const std::string &text) {
    std::ofstream(config_ / "kasane" / ("machine-" + target + ".yaml")) << text;
  }

  // "name", or the errors as texts.
  static std::string chosen(const std::string &option, const std::string &target) {
    Options options;
    options.machine = option;
    Diagnostics diagnostics;
    const auto machine = machineFor(options, target, diagnostics);
    EXPECT_NE(machine.has_value(), diagnostics.hasErrors());
    std::string text = machine ? machine->name : "";
    for (const Diagnostic &d : diagnostics.all())
      text += format(d.id, d.args);
    return text;
  }

  std::filesystem::path config_;
};

const char *const kMeasured = "title: measured here\nsource: measured\nclass: cpu\nunits: 3\nwidth: 32\n"
                              "operations: {f32: 1 Gops/s}\nmemory: {bytes: 1 GiB, bandwidth: 1 GB/s}\n";

TEST_F(MachineFor, IsGenericByTheTarget) {
  EXPECT_EQ(chosen("", "openmp"), "avx2");
  EXPECT_EQ(chosen("", "opencl"), "gpu");
}

TEST_F(MachineFor, IsTheMeasuredOneOfTheTarget) {
  writeProbed("openmp", kMeasured);
  EXPECT_EQ(probedFile("openmp"), (config_ / "kasane" / "machine-openmp.yaml").string());
  EXPECT_EQ(chosen("", "openmp"), "machine-openmp");
  EXPECT_EQ(chosen("", "opencl"), "gpu");
}

TEST_F(MachineFor, IsTheOptionsBeforeAll) {
  writeProbed("openmp", kMeasured);
  EXPECT_EQ(chosen("h200", "openmp"), "h200");
  EXPECT_EQ(chosen(probedFile("openmp"), "opencl"), "machine-openmp");
}

TEST_F(MachineFor, ABrokenFileIsNoSilentChoiceOfAnother) {
  writeProbed("opencl", std::string(kMeasured) + "launhc: 3 us\n");
  EXPECT_EQ(chosen("", "opencl"), probedFile("opencl") + ":8:1: unknown key 'launhc'; did you mean 'launch'?");
  EXPECT_EQ(chosen("h20", "openmp"), "unknown machine 'h20'; did you mean 'h200'? ('kasane machines' lists them)");
}

TEST_F(MachineFor, TheFolderIsTheUsersWhenNoneIsSet) {
  setenv("HOME", "/home/user", 1);
  setenv("XDG_CONFIG_HOME", "relative", 1); // to be ignored, as the specification has it
  EXPECT_EQ(probedFile("openmp"), "/home/user/.config/kasane/machine-openmp.yaml");
  unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(probedFile("openmp"), "/home/user/.config/kasane/machine-openmp.yaml");
  unsetenv("HOME");
  EXPECT_EQ(probedFile("openmp"), "");
}

TEST_F(MachineFor, JsonHasTheFilesKeysInBaseUnits) {
  const auto h200 = machineFor(
      [] {
        Options o;
        o.machine = "h200";
        return o;
      }(),
      "opencl", *std::make_unique<Diagnostics>());
  ASSERT_TRUE(h200);
  const std::string text = machinesJson({*h200});
  for (const char *part : {"\"class\": \"gpu\"", "\"bytes\": 139000000000", "\"on_request\": 232448",
                           "\"items_per_unit\": 2048", "\"name\": \"L2\"", "\"version\": 1"})
    EXPECT_NE(text.find(part), std::string::npos) << part;
}

} // namespace
