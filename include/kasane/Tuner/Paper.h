// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Policy `paper`: the published method, step by step. A shape (W, H, D, T) grows along an evolution vector as long as
// the rules let it.
#pragma once

#include "kasane/Machine/Machine.h"
#include "kasane/Schedule/Pins.h"
#include "kasane/Tuner/Problem.h"

namespace kasane {

// What the method looks at of a program.
struct PaperProgram {
  int rank = 1;
  std::array<int64_t, 3> grid{1, 1, 1};
  std::set<Offset> reads; // of the calculating stages, all arrays together
  int radius = 0;
  int arrays = 0;
  int bytes = 4; // of an element
  int operations = 0;
};
PaperProgram paperProgramOf(const StencilProgram &program, const Problem &problem);

struct PaperShape {
  std::array<int64_t, 3> group{1, 1, 1};
  int depth = 1;
  friend bool operator==(const PaperShape &, const PaperShape &) = default;
};

enum class PaperVerdict { Accepted, GroupTooLarge, TooFewGroups, ComputeBound, TileTooLarge };

struct PaperStep {
  PaperShape candidate;
  int direction; // 0 .. 2: an axis; 3: time
  PaperVerdict verdict;
  double bytesPerFlop; // of the candidate
  double tile;         // bytes
  double groups;
  friend bool operator==(const PaperStep &, const PaperStep &) = default;
};

struct PaperChoice {
  PaperShape shape;
  std::vector<PaperStep> steps;
};

// BF(T): bytes per operation when `depth` steps are made from one read.
double bytesPerFlop(const PaperProgram &program, int depth);
PaperChoice choosePaper(const PaperProgram &program, const Machine &machine);

// The schedule that the shape stands for: its groups are its tiles.
Schedule paperSchedule(const StencilProgram &program, const Pins &pins, const TargetInfo &target,
                       const PaperShape &shape);

std::string print(const PaperStep &step); // "(32, 8, 1, 1) y: accepted (..)"
std::string print(const PaperChoice &choice);

} // namespace kasane
