// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the user decided about a schedule (clauses and options), checked. The rest is the tuner's. A pinned value is
// used exactly as given or is an error at its clause.
#pragma once

#include "kasane/IR/StencilProgram.h"
#include "kasane/Schedule/Schedule.h"
#include "kasane/Support/Diagnostic.h"
#include "kasane/Targets/Targets.h"

#include <optional>
#include <vector>

namespace kasane {

// What the command line pins, under the names of the clauses. A clause and an option that differ are an error.
struct Pinned {
  std::optional<std::string> family;
  std::optional<std::vector<int64_t>> tile;
  std::optional<int64_t> depth;
  std::optional<Clauses::OutOfCore> outOfCore = {};
  bool distribute = false; // arrays may be cut into parts where the target's kernels work on whole ones otherwise
};

struct Pins {
  std::optional<Family> family;
  std::optional<std::array<int64_t, 3>> tile;
  std::optional<int> depth;
  FpMode fp = FpMode::Contract;
  std::optional<Clauses::OutOfCore> outOfCore = {};
  bool distribute = false;
};

std::optional<Pins> pinsOf(const StencilProgram &program, const Pinned &pinned, const TargetInfo &target, FpMode fp,
                           Diagnostics &diagnostics);

// A schedule with what is no question of speed.
Schedule undecided(const Pins &pins, const TargetInfo &target);

// Nothing stands against tiles that make several steps, or against streams.
bool allowsTiles(const StencilProgram &program, const TargetInfo &target);
bool allowsDiamonds(const StencilProgram &program, const TargetInfo &target);
// Several steps of a program whose cells look at the row and the column of the step can be made at once.
bool allowsPivot(const StencilProgram &program, const TargetInfo &target);
bool allowsStream(const StencilProgram &program, const TargetInfo &target);

} // namespace kasane

// Tests: tests/unit/schedule/PinsTest.cpp
