// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the steps hand on, as plain data: a region with its program, and for each target the machine, the choice and the
// loop nest; in the end the texts of one source.
#pragma once

#include "Source/Measurement.h"

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
};

struct PlannedRegion {
  Region region;          // as read
  StencilProgram program; // with parallel stages
  std::vector<Guard> guards;
  std::vector<TargetPlan> targets;
};

struct GeneratedFile {
  std::string target;
  std::string extension;
  std::string text;
};

struct Translation {
  std::string rewritten;
  std::vector<GeneratedFile> generated;
  std::vector<std::string> headers; // that went into it; see ParsedSource
};

} // namespace kasane

// Tests: tests/driver/explain.test
