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

// What a schedule must be predicted to take at most, of what the choice so far takes, to replace it.
struct Margins {
  double family = 1; // from another family
  double step = 1;   // from a neighbour
};

struct Decision {
  Schedule schedule;
  Prediction predicted;
  Problem problem;
  std::vector<Candidate> candidates; // the best of those that were looked at, fastest first; the choice is one of them
  std::vector<Stopped> stopped;
  PaperChoice paper;   // policy paper only
  Margins margins;     // policy model only
  std::string refused; // what the search has against it, where the user pinned it
};

Decision choose(const StencilProgram &program, const Pins &pins, const TargetInfo &target, const Machine &machine,
                const Sizes &sizes, Policy policy);

// What is worth a measurement beside the choice, each group the one that is predicted to take least, fastest first: of
// every family as many as `most`; and all tiles and depths of a lattice that pins and hard limits leave. Its extents
// are powers of two, or of four, .. where there would be too many; depths lie between them too.
std::vector<Candidate> bestCandidates(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                                      const Machine &machine, const Sizes &sizes, size_t most);
std::vector<Candidate> allCandidates(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                                     const Machine &machine, const Sizes &sizes);

} // namespace kasane
