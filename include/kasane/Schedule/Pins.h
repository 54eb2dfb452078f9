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

// Nothing stands against the family: asking for it would bring no message.
bool allows(Family family, const StencilProgram &program, const TargetInfo &target);

} // namespace kasane

// Tests: tests/unit/schedule/PinsTest.cpp
