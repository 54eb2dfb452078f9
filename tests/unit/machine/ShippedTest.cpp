// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Every shipped file loads and is sane: of the right size, and in the order that memories have.
#include "kasane/Machine/MachineFile.h"

#include "gtest/gtest.h"

#include <fstream>
#include <sstream>

using namespace kasane;

namespace {

const std::vector<std::string> kNames = {"a100",     "avx2",    "avx512",    "c2070",       "gpu",   "gtx280",
                                         "h100",     "h200",    "k20xm",     "k40c",        "m2050", "neoverse-v1",
                                         "phi5110p", "phi7250", "pocl-avx2", "pocl-avx512", "v100"};

class Shipped : public testing::TestWithParam<std::string> {
protected:
  Machine load() const {
    MachineError error;
    const auto machine = loadMachine(KASANE_MACHINES "/" + GetParam() + ".yaml", error);
    EXPECT_TRUE(machine) << error.place << ": " << error.text;
    return machine.value_or(Machine());
  }
};

TEST_P(Shipped, HasANameAndASource) {
  const Machine machine = load();
  EXPECT_EQ(machine.name, GetParam());
  EXPECT_FALSE(machine.title.empty());
  // What was measured, what a data sheet promises and what is a guess are told apart.
  const std::string word = machine.source.substr(0, machine.source.find(" ("));
  EXPECT_TRUE(word == "measured" || word == "data sheet" || word == "assumed") << machine.source;
}

TEST_P(Shipped, FiguresAreOfTheRightSize) {
  const Machine m = load();
  EXPECT_TRUE(m.units >= 1 && m.units <= 1024);
  EXPECT_TRUE(m.width >= 1 && m.width <= 64);
  EXPECT_TRUE(m.operations.f32 >= 1e11 && m.operations.f32 <= 1e15);
  EXPECT_TRUE(m.operations.f64 > 0 && m.operations.f64 <= m.operations.f32);
  EXPECT_TRUE(m.operations.i32 > 0 && m.operations.i32 <= m.operations.f32);
  EXPECT_TRUE(m.memory.bytes >= int64_t(1) << 30 && m.memory.bytes <= int64_t(1) << 40);
  EXPECT_TRUE(m.memory.bandwidth >= 1e10 && m.memory.bandwidth <= 1e13);
  EXPECT_LT(m.memory.bandwidth / m.operations.f32, 1); // bytes for each operation: every machine starves
  EXPECT_TRUE(m.launch >= 1e-6 && m.launch <= 1e-3);
  EXPECT_TRUE(m.barrier >= 0 && m.barrier <= m.launch);
}

TEST_P(Shipped, MemoriesGrowAndSlowTowardsMemory) {
  const Machine m = load();
  int64_t bytes = m.memory.bytes;
  double bandwidth = m.memory.bandwidth;
  for (const MemoryLevel &cache : m.caches) {
    EXPECT_LT(cache.bytes, bytes) << cache.name;
    EXPECT_FALSE(cache.name.empty());
    EXPECT_TRUE(cache.bandwidth == 0 || cache.bandwidth > bandwidth) << cache.name;
    bytes = cache.bytes;
    bandwidth = std::max(bandwidth, cache.bandwidth);
  }
  EXPECT_TRUE(m.local.bytes >= 16384 && m.local.bytes <= 4 << 20);
  EXPECT_TRUE(m.local.bandwidth == 0 || m.local.bandwidth > m.memory.bandwidth);
  EXPECT_GE(m.local.perUnit, m.local.bytes);
}

TEST_P(Shipped, GroupsAreWhatTheInterfacesTake) {
  const Machine m = load();
  if (m.kind == MachineClass::Gpu) {
    EXPECT_GE(m.groups.itemsPerUnit, m.groups.items);
    EXPECT_EQ(m.groups.items % m.width, 0);
    EXPECT_GE(m.registers.perUnit, m.registers.perItem * 128);
  }
  for (const int64_t axis : m.groups.axes)
    EXPECT_LE(axis, m.groups.items);
}

TEST_P(Shipped, IsWrittenAsItWasRead) {
  const Machine machine = load();
  MachineError error;
  const auto again = readMachine(writeMachine(machine), GetParam() + ".yaml", error);
  ASSERT_TRUE(again) << error.place << ": " << error.text;
  EXPECT_EQ(*again, machine);
}

TEST_P(Shipped, BandwidthsOfDataSheetsSaySo) {
  std::ifstream file(KASANE_MACHINES "/" + GetParam() + ".yaml");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_TRUE(load().source.rfind("data sheet", 0) != 0 || text.str().find("of the peak of") != std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(All, Shipped, testing::ValuesIn(kNames), [](const auto &info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(ShippedMachines, TheListIsWhatLiesThere) { EXPECT_EQ(machinesIn(KASANE_MACHINES), kNames); }

TEST(ShippedMachines, TheMethodsMachinesHaveItsValues) {
  MachineError error;
  const auto c2070 = loadMachine(KASANE_MACHINES "/c2070.yaml", error);
  const auto phi = loadMachine(KASANE_MACHINES "/phi5110p.yaml", error);
  ASSERT_TRUE(c2070 && phi);
  EXPECT_EQ(c2070->kind, MachineClass::Gpu);
  EXPECT_EQ(c2070->paper, (PaperLimits{0.14, 49152, 8192}));
  EXPECT_EQ(c2070->groups.items, 1024);
  EXPECT_EQ(phi->kind, MachineClass::Phi);
  EXPECT_EQ(phi->paper, (PaperLimits{0.32, 32768, 1024}));
  EXPECT_EQ(phi->groups.items, 8192);
}

TEST(ShippedMachines, TheH200sAreAsMeasured) {
  MachineError error;
  const auto h200 = loadMachine(KASANE_MACHINES "/h200.yaml", error);
  ASSERT_TRUE(h200);
  EXPECT_EQ(h200->memory, (MemoryLevel{"", 139000000000, true, 4.29e12, h200->memory.latency}));
  EXPECT_EQ(h200->local, (LocalMemory{48 << 10, 227 << 10, 228 << 10, 33.5e12}));
  EXPECT_EQ(h200->operations.f32, 65.3e12);
  EXPECT_EQ(h200->operations.f64, 32.8e12);
  EXPECT_EQ(h200->link.in, 55e9);
  EXPECT_EQ(h200->caches.front().bytes, 60 << 20);
}

} // namespace
