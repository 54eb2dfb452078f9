// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The work of one kernel: what a group moves and computes under a tile and a group shape. In: what the stages do at a
// cell, a shape, and the lengths of the grid. Out: work that no machine has priced yet.
#pragma once

#include "StageFacts.h"
#include "kasane/Analysis/Cone.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

struct Shape {
  Box3 tile; // nowhere 0
  Box3 group;
  bool abreast = false;  // as in Schedule
  bool rowLoops = false; // the same
};

// Rows of the user's arrays that a tile goes through: what it has of each, and how far apart they are, in bytes.
struct UserRows {
  double count = 0, bytes = 0;
  int64_t stride = 0; // 0: they follow each other
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
  UserRows rows; // of tiles
  // Of streams: work-items, each working at what it waits for.
  bool isSweep = false; // of the family, not of a stage in tiles
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
bool isMarch(const StageFacts &facts, const Shape &shape); // do its work-items go along the slowest axis?
// One pass of a cone's depth; `facts` of the program's stages.
KernelWork overlapWork(const std::vector<StageFacts> &facts, const StencilProgram &program, const Cone &cone,
                       const Shape &shape, const Box3 &length, const Machine &machine, const Problem &problem);

// Bytes of the arrays that a group holds.
int64_t onChipBytes(const StencilProgram &program, const Cone &cone, const Box3 &tile, bool rowLoops);

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
