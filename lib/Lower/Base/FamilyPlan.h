// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a schedule family makes of a program:
// kernels and the passes that launch them, over buffers that a placement provides.
#pragma once

#include "kasane/IR/LoopNest.h"

#include <map>
#include <string>
#include <vector>

namespace kasane::lowering {

// How a Gather is collected in parts.
struct PartsOf {
  int kernel;
  int first;                      // of its buffers in the host plan, where they stand behind the fields
  std::vector<FieldId> fields;    // that the kernel reads
  std::vector<std::string> names; // of its buffers
};

// A field of which passes have so many elements, side by side from its own address on; 0: none.
struct FlatMemory {
  ExprPtr elements;
  bool written;
  std::string version = {}; // as HostBuffer's
};

struct FamilyPlan {
  std::vector<Kernel> kernels;
  std::vector<HostSpare> spares;
  std::map<std::string, PartsOf> parts; // by what is collected
  std::vector<HostBuffer> partBuffers;
  std::map<FieldId, FlatMemory> flat; // fields of which passes look at more than cells do, or at nothing
  std::vector<HStmt> body;            // the passes
  std::vector<std::vector<HStmt>> endings;
};

} // namespace kasane::lowering

// Tests: tests/unit/lower/LowerTest.cpp
