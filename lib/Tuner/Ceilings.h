// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a machine gives: its ceilings for what a region keeps and moves.
#pragma once

#include "Work.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

// Bytes that the region holds: where they stay between two steps decides which ceiling holds for memory.
double bytesOf(const StencilProgram &program, const Problem &problem);
double memoryCeiling(const Machine &machine, double bytes);

// Seconds for tile buffers of a core's, `bytes` in all: they are in the nearest cache that has room, and in the one
// behind it what exceeds the room that other things leave there.
double inCaches(const Machine &machine, double moved, double bytes);

// Groups of so many items that a unit holds at once.
double resident(const Machine &machine, const KernelWork &work, int64_t items);

// Registers of an item, if its compiler is to leave enough for as many as keep the unit busy.
double withCrowd(const Machine &machine, double registers);

double issueSlots(const Machine &machine); // of a unit

double over(double work, double ceiling); // 0 where there is none

} // namespace kasane::tuning
