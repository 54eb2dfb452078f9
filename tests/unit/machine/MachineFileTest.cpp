// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "kasane/Machine/MachineFile.h"

#include "gtest/gtest.h"

using namespace kasane;

namespace {

const std::string kSmall = R"(title: A small one
source: measured by hand
class: cpu
units: 4
width: 32
operations:
  f32: 100 Gops/s
memory:
  bytes: 8 GB
  bandwidth: 20 GB/s
)";

// kSmall with `from` replaced, or with more lines.
std::string with(const std::string &from, const std::string &to) {
  std::string text = kSmall;
  return text.replace(text.find(from), from.size(), to);
}
std::string and_(const std::string &lines) { return kSmall + lines; }

std::string errorOf(const std::string &text) {
  MachineError error;
  EXPECT_FALSE(readMachine(text, "some/my.yaml", error));
  return error.place + ": " + error.text;
}

Machine read(const std::string &text) {
  MachineError error;
  const auto machine = readMachine(text, "some/my.yaml", error);
  EXPECT_TRUE(machine) << error.place << ": " << error.text;
  return machine.value_or(Machine());
}

TEST(MachineFile, ReadsTheLeastThatAMachineIs) {
  const Machine machine = read(kSmall);
  EXPECT_EQ(machine.name, "my");
  EXPECT_EQ(machine.title, "A small one");
  EXPECT_EQ(machine.kind, MachineClass::Cpu);
  EXPECT_EQ(machine.units, 4);
  EXPECT_EQ(machine.operations, (OperationRates{1e11, 0, 0}));
  EXPECT_EQ(machine.memory, (MemoryLevel{"", 8000000000, true, 2e10}));
  EXPECT_EQ(machine.groups, GroupLimits());
  EXPECT_EQ(machine.local, LocalMemory());
  EXPECT_TRUE(machine.caches.empty());
  EXPECT_EQ(machine.launch, 0);
  EXPECT_EQ(lineOf(machine), 64);
  EXPECT_EQ(busyItemsOf(machine), 640);
  EXPECT_EQ(crowdedItemsOf(machine), 384);
  EXPECT_EQ(issueSlotsOf(machine), 4);
}

TEST(MachineFile, ReadsEverySection) {
  const Machine m = read(and_("group: {items: 256, axes: [256, 128, 64], items_per_unit: 1024, groups_per_unit: 8}\n"
                              "registers: {per_unit: 65536, per_item: 255, busy_items: 512, crowded_items: 256}\n"
                              "local: {bytes: 48 KiB, on_request: 96 KiB, per_unit: 100 KiB, bandwidth: 1 TB/s}\n"
                              "caches:\n  - name: L2\n    bytes: 1 MiB\n    bandwidth: 90 GB/s\n"
                              "  - {name: L1, bytes: 32 KiB, shared: false, latency: 2 ns}\n"
                              "launch: 3 us\nbarrier: 20 ns\nline: 32 B\nissue_slots: 2\narchitecture: sm_90\n"
                              "link: {in: 12 GB/s, out: 11 GB/s, latency: 9 us}\n"
                              "network: {bandwidth: 10 GB/s, latency: 2 us}\n"
                              "paper: {bytes_per_flop: 0.14, cache: 48 KiB, groups: 8192}\n"));
  EXPECT_EQ(m.groups, (GroupLimits{256, {256, 128, 64}, 1024, 8}));
  EXPECT_EQ(m.registers, (Registers{65536, 255, 512, 256}));
  EXPECT_EQ(busyItemsOf(m), 512);
  EXPECT_EQ(crowdedItemsOf(m), 256);
  EXPECT_EQ(issueSlotsOf(m), 2);
  EXPECT_EQ(m.local, (LocalMemory{49152, 98304, 102400, 1e12}));
  ASSERT_EQ(m.caches.size(), 2U);
  EXPECT_EQ(m.caches[0], (MemoryLevel{"L2", 1 << 20, true, 9e10}));
  EXPECT_EQ(m.caches[1], (MemoryLevel{"L1", 32768, false, 0, 2e-9}));
  EXPECT_EQ(m.launch, 3e-6);
  EXPECT_EQ(m.barrier, 20e-9);
  EXPECT_EQ(lineOf(m), 32);
  EXPECT_EQ(m.architecture, "sm_90");
  EXPECT_EQ(m.link, (HostLink{12e9, 11e9, 9e-6}));
  EXPECT_EQ(m.network, (NetworkLink{10e9, 2e-6}));
  EXPECT_EQ(m.paper, (PaperLimits{0.14, 49152, 8192}));
  MachineError error;
  EXPECT_EQ(readMachine(writeMachine(m), "my.yaml", error), m) << error.text;
}

TEST(MachineFile, UnknownKeysNameTheNearest) {
  EXPECT_EQ(errorOf(and_("launhc: 3 us\n")), "some/my.yaml:11:1: unknown key 'launhc'; did you mean 'launch'?");
  EXPECT_EQ(errorOf(with("  f32:", "  f33:")).find("some/my.yaml:7:3: missing required key 'f32'"), 0U);
  EXPECT_EQ(errorOf(with("  bytes: 8 GB", "  bytes: 8 GB\n  sharde: false")),
            "some/my.yaml:10:3: unknown key 'sharde'; did you mean 'shared'?");
  EXPECT_EQ(errorOf(and_("colour: red\n")), "some/my.yaml:11:1: unknown key 'colour'");
  EXPECT_EQ(errorOf(and_("f64: 3 Gops/s\n")),
            "some/my.yaml:11:1: unknown key 'f64' here; it belongs elsewhere in the file");
  EXPECT_EQ(errorOf(and_("units: 5\n")), "some/my.yaml:11:1: duplicated mapping key 'units'");
}

TEST(MachineFile, BadValuesSayWhatBelongsThere) {
  EXPECT_EQ(errorOf(with("20 GB/s", "20 GB")).find("some/my.yaml:10:14: expected bytes a second, as in 4.29 TB/s; "),
            0U);
  EXPECT_EQ(errorOf(with("8 GB\n", "8 Gb\n")).find("some/my.yaml:9:10: expected bytes, as in 48 KiB; "), 0U);
  EXPECT_EQ(errorOf(with("100 Gops/s", "100 GHz")).find("some/my.yaml:7:8: expected operations a second, "), 0U);
  EXPECT_EQ(errorOf(and_("launch: fast\n")),
            "some/my.yaml:11:9: expected a time, as in 3 us; the units are s, ms, us and ns");
  EXPECT_EQ(errorOf(with("units: 4", "units: 4.5")), "some/my.yaml:4:8: expected a whole number, as in 1024");
  EXPECT_EQ(errorOf(with("class: cpu", "class: tpu")), "some/my.yaml:3:8: unknown class; it is gpu, phi or cpu");
  EXPECT_EQ(errorOf(with("units: 4", "units: [4]")).find("some/my.yaml:4:9: "), 0U);
  EXPECT_EQ(errorOf(with("  f32: 100 Gops/s", "  100 Gops/s")).find("some/my.yaml:7:3: "), 0U);
  EXPECT_EQ(errorOf(and_("caches: {name: L2}\n")).find("some/my.yaml:11:10: "), 0U);
  EXPECT_EQ(errorOf(and_("caches:\n  - {bytes: 1 MiB, shared: perhaps}\n")).find("some/my.yaml:12:28: invalid boolean"),
            0U);
}

TEST(MachineFile, ForgottenUnitsAreErrors) {
  EXPECT_EQ(errorOf(with("20 GB/s", "20")).find("some/my.yaml:10:14: a number without a unit counts bytes a second, "),
            0U);
  EXPECT_EQ(errorOf(with("8 GB\n", "8\n")).find("some/my.yaml:9:10: a number without a unit counts bytes, "), 0U);
  EXPECT_EQ(errorOf(with("100 Gops/s", "100")).find("some/my.yaml:7:8: a number without a unit counts operations "),
            0U);
  EXPECT_EQ(errorOf(and_("launch: 3\n")).find("some/my.yaml:11:9: a number without a unit counts seconds, "), 0U);
  EXPECT_EQ(read(and_("launch: 3e-6\n")).launch, 3e-6);
  EXPECT_EQ(read(with("20 GB/s", "2e10")).memory.bandwidth, 2e10);
}

TEST(MachineFile, NegativeAndMissingFiguresAreErrors) {
  EXPECT_EQ(errorOf(with("units: 4", "units: -4")), "some/my.yaml:4:8: must not be negative");
  EXPECT_EQ(errorOf(and_("launch: -3 us\n")), "some/my.yaml:11:9: must not be negative");
  EXPECT_EQ(errorOf(with("units: 4", "units: 0")), "some/my.yaml:1:1: 'units' and 'width' must be positive");
  EXPECT_EQ(errorOf(with("width: 32\n", "")), "some/my.yaml:1:1: missing required key 'width'");
  EXPECT_EQ(errorOf(with("  bandwidth: 20 GB/s\n", "")),
            "some/my.yaml:1:1: 'bandwidth' of the memory must be given, and positive");
  EXPECT_EQ(errorOf(with("A small one", "''")), "some/my.yaml:1:1: 'title' and 'source' must say something");
  EXPECT_EQ(errorOf(with("100 Gops/s", "0")), "some/my.yaml:7:3: 'f32' must be positive");
  EXPECT_EQ(errorOf(with("class: cpu", "class: gpu")),
            "some/my.yaml:1:1: missing required key 'group': a gpu and a phi run work-groups");
}

TEST(MachineFile, LimitsMustFitEachOther) {
  EXPECT_EQ(
      errorOf(and_("group: {items: 256, axes: [256, 256]}\n")).find("some/my.yaml:11:9: 'axes' needs three extents"),
      0U);
  EXPECT_EQ(errorOf(and_("group: {items: 0, axes: [1, 1, 1]}\n")).find("some/my.yaml:11:9: 'items' and 'axes'"), 0U);
  EXPECT_EQ(
      errorOf(and_("local: {bytes: 48 KiB, on_request: 1 KiB}\n")).find("some/my.yaml:11:9: 'on_request' is less"), 0U);
  EXPECT_EQ(errorOf(and_("local: {bytes: 48 KiB, per_unit: 1 KiB}\n")).find("some/my.yaml:11:9: 'per_unit' is less"),
            0U);
  EXPECT_NE(errorOf(and_("architecture: 90\n")).find("as in sm_90"), std::string::npos);
  EXPECT_EQ(errorOf(and_("paper: {bytes_per_flop: 0, cache: 1 KiB, groups: 1}\n")).find("some/my.yaml:11:9: "), 0U);
}

TEST(MachineFile, WhatIsNoMachineIsAnError) {
  EXPECT_EQ(errorOf(""), "some/my.yaml:1:1: no machine is described here");
  EXPECT_EQ(errorOf(with("small", "sm\xFFll")), "some/my.yaml:1:12: this is not UTF-8");
  EXPECT_EQ(errorOf("*" + kSmall).find("some/my.yaml:1:"), 0U); // an alias of nothing
  EXPECT_EQ(errorOf("# nothing\n"), "some/my.yaml:1:1: no machine is described here");
  EXPECT_EQ(errorOf("- a\n- b\n").find("some/my.yaml:1:1: "), 0U);
  EXPECT_EQ(errorOf("int main(void) { return 0; }\n").find("some/my.yaml:1:"), 0U);
  EXPECT_EQ(errorOf(and_("launch: [1\n")).find("some/my.yaml:1"), 0U);
  EXPECT_EQ(errorOf(and_("---\n" + kSmall)), "some/my.yaml:1:1: more than one document; a file describes one machine");
  const std::string deep = "sections within sections, far deeper than a machine's are";
  for (const char *each : {"[", "{a: ", "- ", "? "}) {
    std::string many;
    for (int n = 0; n < 20000; ++n)
      many += each;
    EXPECT_EQ(errorOf(many).find("some/my.yaml:1:"), 0U) << each;
    EXPECT_NE(errorOf(many).find(deep), std::string::npos) << each;
  }
  std::string steps;
  for (int n = 0; n < 2000; ++n)
    steps += std::string(n, ' ') + "a:\n";
  EXPECT_EQ(errorOf(steps), "some/my.yaml:258:257: " + deep);
  MachineError error;
  EXPECT_FALSE(loadMachine("no/such.yaml", error));
  EXPECT_EQ(error.place, "no/such.yaml");
  EXPECT_EQ(error.text.find("cannot be read: "), 0U);
}

TEST(MachineFile, TextsSurviveBeingWritten) {
  Machine machine = read(kSmall);
  for (const char *text :
       {"a: b", "'quoted' \"twice\"", "- no list", "# no comment", "  blanks  ", "true", "12", "\xC3\xA9t\xC3\xA9"}) {
    machine.title = machine.source = text;
    EXPECT_EQ(read(writeMachine(machine)), machine) << text;
  }
}

} // namespace
