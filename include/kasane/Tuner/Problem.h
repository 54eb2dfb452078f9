// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The size that a schedule is chosen for. What the program doesn't say itself comes from --size, else it is assumed.
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Machine/Machine.h"

#include <array>
#include <map>

namespace kasane {

using Sizes = std::map<std::string, int64_t>; // --size nx=512,ny=256: the user's names

struct Problem {
  Sizes values;                         // of every parameter that lengths depend on
  std::array<int64_t, 3> grid{1, 1, 1}; // cells that a step computes, with the cells around them that it reads
  int64_t steps = 1;
  std::vector<std::string> assumed; // axes whose length nobody said
};

// `kind`: who moves its arrays to a card has more cells than who doesn't.
Problem problemOf(const StencilProgram &program, const Sizes &sizes, MachineClass kind = MachineClass::Cpu);

// Cells that a step updates, of all stages together, as the runtime counts them.
double updatesOf(const StencilProgram &program, const Problem &problem);

std::array<int64_t, 3> lengthOf(const Box &domain, const Problem &problem);
std::array<int64_t, 3> lengthOf(const Stage &stage, const Problem &problem); // blocks lie one behind the other

} // namespace kasane

// Tests: tests/unit/tuner/ChooseTest.cpp
