// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a stage does at a cell on machines of a class, taken from the program once. In: a stage, and the grid. Out: its
// accesses, operations and instructions, and about how many registers a work-item holds.
#pragma once

#include "kasane/Analysis/Footprint.h"
#include "kasane/Analysis/March.h"
#include "kasane/Machine/Machine.h"

#include <map>

namespace kasane::tuning {

using Box3 = std::array<int64_t, 3>;

struct StageFacts {
  struct Access {
    FieldId field;
    double size; // of an element
    Reach reach; // of its reads
    int reads;   // elements
    bool star;   // each is off on one axis at most
    bool written;
  };
  // Of cells that an item makes at once.
  struct AtOnce {
    int64_t cells;       // side by side
    double moves;        // of a cell
    double registers;    // as below
    double handedOn = 0; // values of a cell that a march moves on from plane to plane
  };
  std::vector<Access> accesses;
  std::map<Jam, AtOnce> abreast; // by the rows that it makes at once; none: it can't
  int rank = 0;                  // of the program
  std::optional<AtOnce> march;   // of an item that goes along the slowest axis (March.h)
  double operations[3] = {};     // f32, f64, the rest
  double shared[3] = {};         // beside them: what is the same for all cells
  double fused[3] = {};          // of the first, additions that may be one with the product that they add
  double moves = 0;              // instructions that load, store or branch
  double instructions = 0;       // all of them
  double registers = 0;          // what an item holds, about
  int waits = 1;                 // loads that an item waits for, each before the next
  double atEnds = 0;             // instructions of a row's cells that are made one by one
};
// On a grid of `grid` cells: what is read at the other end counts as the cell itself.
StageFacts factsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine);
// Of a work-item that makes so many cells at once: what they share it computes once for all of them.
StageFacts withShared(StageFacts facts, double cells);
// Of sweeps with Schedule::rowLoops, whose rows and the cells between their ends ask nothing.
StageFacts rowFactsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
