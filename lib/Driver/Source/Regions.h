// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the steps hand on, as plain data: a region with its program, and for each target the machine, the choice and the
// loop nest; in the end the texts of one source.
#pragma once

#include "Source/Measurement.h"

#include "kasane/Analysis/Packed.h"
#include "kasane/Emit/Emit.h"
#include "kasane/IR/Region.h"
#include "kasane/Schedule/Pins.h"

namespace kasane {

struct TargetPlan {
  const TargetInfo *target;
  Machine machine;
  Decision decision;
  LoopNest nest; // after lower
  Measurement measured = {};
  bool isPinned = false; // the user left nothing to choose
  double wider = 1;      // times as fast with all vectors of this processor, by the model, where the flags have fewer
};

struct PlannedRegion {
  Region region;          // as read
  StencilProgram program; // with parallel stages
  std::vector<Guard> guards;
  std::vector<TargetPlan> targets;
};

// As the target's kernels see it.
inline StencilProgram programOn(const StencilProgram &program, const TargetInfo &target) {
  return target.ownMemory ? withPackedElements(program) : program;
}

struct GeneratedFile {
  std::string target;
  std::string extension;
  std::string text;
};

struct Translation {
  std::string rewritten;
  std::vector<GeneratedFile> generated;
  std::vector<std::string> headers; // that went into it; see ParsedSource
  // The most that a region would gain by wider vectors (TargetPlan), and their bytes.
  struct Wider {
    double times = 1;
    int64_t made = 0, here = 0;
  } wider = {};
};

} // namespace kasane

// Tests: tests/driver/explain.test
