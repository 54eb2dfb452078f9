// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of one kernel: what a group moves and computes under a tile and a group shape.
#pragma once

#include "kasane/Analysis/Abreast.h"
#include "kasane/Analysis/Stream.h"
#include "kasane/Machine/Machine.h"
#include "kasane/Tuner/Problem.h"

#include <map>

namespace kasane::tuning {

using Box3 = std::array<int64_t, 3>;

// What a stage does at a cell on machines of a class, taken from the program once.
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
    int64_t cells;    // side by side
    double moves;     // of a cell
    double registers; // as below
  };
  std::vector<Access> accesses;
  std::map<Jam, AtOnce> abreast; // by the rows that it makes at once; none: it can't
  double operations[3] = {};     // f32, f64, the rest
  double fused[3] = {};          // of them, additions that may be one with the product that they add
  double moves = 0;              // instructions that load, store or branch
  double instructions = 0;       // all of them
  double registers = 0;          // what an item holds, about
  int waits = 1;                 // loads that an item waits for, each before the next
  double atEnds = 0;             // instructions of a row's cells that are made one by one
};
// On a grid of `grid` cells: what is read at the other end counts as the cell itself.
StageFacts factsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine);
// Of sweeps with Schedule::rowLoops, whose rows and the cells between their ends ask nothing.
StageFacts rowFactsOf(const StencilProgram &program, const Stage &stage, const Box3 &grid, MachineClass machine);

struct Shape {
  Box3 tile; // nowhere 0
  Box3 group;
  bool abreast = false; // as in Schedule
};

struct KernelWork {
  double groups = 1;
  double memory = 0, cache = 0, local = 0; // bytes; cache: between the last level and the units
  double operations[3] = {};
  double instructions = 0; // of work-items (vector lanes), also of those without a cell
  double waits = 0;        // for memory, that an item makes one after the other
  double barriers = 0;
  double cells = 0;     // computed
  double registers = 0; // of an item
  int64_t onChip = 0;
  // Of streams: work-items, each working at what it waits for.
  bool isStream = false;
  double slowest = 1;         // group, in times of a quick one
  bool slowStartFirst = true; // else in any order
  double warpsToFill = 0;     // of a unit's issue slots: with that many, half is lost
  double betweenBarriers = 0; // instructions of an item of a quick group
  double late = 0;            // share of `cache` that is loaded when it is looked at, not ahead
};

// One stage over its domain of `length` cells.
KernelWork sweepWork(const StageFacts &facts, const Shape &shape, const Box3 &length, const Machine &machine);
// 4-byte registers of a work-item that makes several rows at once, about; 0: it doesn't.
double registersOfRows(const StageFacts &facts, const Shape &shape);
// Of each kernel that collects in a step what the cells left.
std::vector<KernelWork> gatherWorks(const StencilProgram &program, const Problem &problem);
// One pass of a cone's depth; `facts` of the program's stages.
KernelWork overlapWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                       const Shape &shape, const Box3 &length, const Machine &machine);

// What a group has of its unit.
struct StreamRoom {
  double nearest;   // bytes of the unit's own cache
  double registers; // of an item
};

struct StreamGroup;
// One pass of a pipeline, by such groups. `fuses`: products and sums may be one.
KernelWork streamWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                      const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length,
                      bool fuses, const StreamRoom &room);

// Are tiles of a pipeline fewer where those at the ends take what lies between them and the end?
bool sparesTile(int axis, const Stream &stream, const Shape &shape, const StreamGroup &group, const Box3 &length);

// Bytes of the arrays that a group holds.
int64_t onChipBytes(const StencilProgram &program, const Cone &cone, const Box3 &tile);

} // namespace kasane::tuning
