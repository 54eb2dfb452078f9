// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole schedule of a region for one target: what the user pinned, and for the rest what is predicted to be fastest
// (policy model) or what the published method takes (policy paper). Nothing is run.
#pragma once

#include "kasane/Schedule/Pins.h"
#include "kasane/Tuner/CostModel.h"
#include "kasane/Tuner/Paper.h"

namespace kasane {

enum class Policy { Model, Paper };

struct Candidate {
  Schedule schedule;
  Prediction predicted;
};

// A direction in which the choice could have gone on, and why it didn't.
struct Stopped {
  std::string direction; // "depth 3", "tile 128x8x1"
  std::string reason;
};

struct Decision {
  Schedule schedule;
  Prediction predicted;
  Problem problem;
  std::vector<Candidate> candidates; // the best of those that were looked at, fastest first; the choice is one of them
  std::vector<Stopped> stopped;
  PaperChoice paper; // policy paper only
};

Decision choose(const StencilProgram &program, const Pins &pins, const TargetTraits &target, const Machine &machine,
                const Sizes &sizes, Policy policy);

// What is worth a measurement beside the choice, each group the one that is predicted to take least, fastest first: of every
// family as many as `most`; and all tiles and depths of a lattice (extents in powers of two, depths between them too) that
// pins and hard limits leave.
std::vector<Candidate> bestCandidates(const StencilProgram &program, const Pins &pins, const TargetTraits &target,
                                      const Machine &machine, const Sizes &sizes, size_t most);
std::vector<Candidate> allCandidates(const StencilProgram &program, const Pins &pins, const TargetTraits &target,
                                     const Machine &machine, const Sizes &sizes);

} // namespace kasane
