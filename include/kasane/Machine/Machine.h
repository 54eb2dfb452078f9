// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a schedule is chosen for: ceilings and limits of a machine, as its file (machines/*.yaml) states them. Bytes,
// seconds and operations in base units. 0: the file doesn't say, so nothing is limited or priced by it.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace kasane {

enum class MachineClass { Gpu, Phi, Cpu };

// A memory that copies data: `bandwidth` is what a copy reads and writes together, of all units; 0: not known.
struct MemoryLevel {
  std::string name; // "L2"
  int64_t bytes = 0;
  bool shared = true; // by all units; else each unit has `bytes` of its own
  double bandwidth = 0;
  double latency = 0;
  int64_t ways = 0; // of a cache: lines that share one place; 0: not known
  friend bool operator==(const MemoryLevel &, const MemoryLevel &) = default;
};

// Operations a second of all units: an addition or a multiplication counts one, a fused multiply-add two.
struct OperationRates {
  double f32 = 0, f64 = 0, i32 = 0;
  friend bool operator==(const OperationRates &, const OperationRates &) = default;
};

struct GroupLimits {
  int64_t items = 1; // of a work-group
  std::array<int64_t, 3> axes{1, 1, 1};
  int64_t itemsPerUnit = 0; // that a unit holds at once
  int64_t groupsPerUnit = 0;
  friend bool operator==(const GroupLimits &, const GroupLimits &) = default;
};

// What a work-group's arrays live in: local (shared) memory of a GPU,
// the private cache that a CPU's tile buffers stay in.
struct LocalMemory {
  int64_t bytes = 0;     // for one group, as every interface grants it
  int64_t onRequest = 0; // for one group that asks for it (CUDA); 0: no more
  int64_t perUnit = 0;   // for the groups that a unit holds at once
  double bandwidth = 0;  // loads of all units
  friend bool operator==(const LocalMemory &, const LocalMemory &) = default;
};

struct Registers {
  int64_t perUnit = 0; // of 4 bytes
  int64_t perItem = 0;
  int64_t busyItems = 0; // work-items that keep a unit busy: a compiler leaves registers for so many; see busyItemsOf
  int64_t crowdedItems = 0; // with so many, none has registers to spare; see crowdedItemsOf
  bool areAsked =
      true; // the kernels' compiler can be told how many a work-item has to do with; of the target, not of the machine
  friend bool operator==(const Registers &, const Registers &) = default;
};

struct HostLink {
  double in = 0, out = 0; // bytes a second to the device and from it, from page-locked memory
  double latency = 0;
  friend bool operator==(const HostLink &, const HostLink &) = default;
};

struct NetworkLink {
  double bandwidth = 0, latency = 0;
  friend bool operator==(const NetworkLink &, const NetworkLink &) = default;
};

// What the published method asks for (policy `paper`).
struct PaperLimits {
  double bytesPerFlop = 0; // BF_sys
  int64_t cache = 0;       // S_cache
  int64_t groups = 0;      // N_wg
  friend bool operator==(const PaperLimits &, const PaperLimits &) = default;
};

struct Machine {
  std::string name;   // the file's, without .yaml
  std::string title;  // for people
  std::string source; // where the figures come from
  MachineClass kind = MachineClass::Cpu;
  int64_t units = 1;        // compute units, cores
  int64_t width = 1;        // work-items that run as one; on a CPU the bytes of a vector
  int64_t line = 0;         // bytes that memory moves at once; see lineOf
  int64_t issueSlots = 0;   // instructions that a unit begins at once, each of another warp; see issueSlotsOf
  std::string architecture; // what compilers call a card of NVIDIA's, "sm_90"; "": not known
  OperationRates operations;
  GroupLimits groups;
  Registers registers;
  LocalMemory local;
  std::vector<MemoryLevel> caches; // from the one next to memory to the one next to the units
  MemoryLevel memory;
  double launch = 0;  // seconds from one kernel (parallel loop) to the next
  double barrier = 0; // seconds a barrier of a work-group costs it
  HostLink link;
  NetworkLink network;
  PaperLimits paper;
  friend bool operator==(const Machine &, const Machine &) = default;
};

std::string nameOf(MachineClass kind);
// What the file says, else ..
int64_t lineOf(const Machine &machine);         // 128 bytes of a gpu, 64 of others
int64_t issueSlotsOf(const Machine &machine);   // 4, as NVIDIA's units have
int64_t busyItemsOf(const Machine &machine);    // 640, which have 102 registers each of NVIDIA's 64 Ki
int64_t crowdedItemsOf(const Machine &machine); // 384, which have 170

} // namespace kasane

// Tests: tests/unit/machine/MachineFileTest.cpp
