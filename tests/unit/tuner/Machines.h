// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Machines for tests, and what the tuner chooses for them.
#pragma once

#include "kasane/Tuner/Choose.h"

namespace kasane::build {

using Extents = std::array<int64_t, 3>;

inline const TargetInfo &kCpuTarget = *findTarget("openmp"), &kGpuTarget = *findTarget("opencl");

inline Machine gpu() {
  Machine m;
  m.name = "gpu";
  m.kind = MachineClass::Gpu;
  m.units = 100;
  m.width = 32;
  m.operations = {50e12, 25e12, 15e12};
  m.groups = {1024, {1024, 1024, 64}, 2048, 32};
  m.local = {48 << 10, 0, 200 << 10, 30e12};
  m.caches = {{"L2", 40 << 20, true, 5e12, 0}};
  m.memory = {"", int64_t(80) << 30, true, 3e12, 700e-9};
  m.launch = 3e-6;
  m.barrier = 20e-9;
  return m;
}

inline Machine cpu() {
  Machine m;
  m.name = "cpu";
  m.units = 8;
  m.width = 64;
  m.operations = {1e12, 5e11, 5e11};
  m.local = {1 << 20, 0, 1 << 20, 5e11};
  m.caches = {{"L3", 16 << 20, true, 2e11, 0}, {"L2", 1 << 20, false, 5e11, 0}};
  m.memory = {"", int64_t(64) << 30, true, 5e10, 0};
  m.launch = 5e-6;
  return m;
}

inline Decision chosen(const StencilProgram &p, const Machine &machine, const Pins &pins = {},
                       const Sizes &sizes = {}) {
  return choose(p, pins, machine.kind == MachineClass::Gpu ? kGpuTarget : kCpuTarget, machine, sizes, Policy::Model);
}

} // namespace kasane::build
