// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All steps from a parsed source to the texts of its files, in order. In: the source while Clang holds it. Out: the
// texts, or what `explain` shows. A region that a step refuses takes no part in the later ones, and the others go on,
// so that one run shows every error; whoever calls looks at the diagnostics before using the texts.
#pragma once

#include "Measurement.h"
#include "Source.h"
#include "kasane/Analysis/Bounds.h"
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

TargetTraits traitsOf(const TargetInfo &target);

// Up to the schedule.
std::vector<PlannedRegion> planRegions(const ParsedSource &source, const Options &options, Diagnostics &diagnostics);

// nullopt: there are errors, or --dump-after ended it early.
std::optional<Translation> translateRegions(const ParsedSource &source, const Options &options,
                                            Diagnostics &diagnostics);

} // namespace kasane
