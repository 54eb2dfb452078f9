// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a machine gives: its ceilings for what a region keeps and moves.
#pragma once

#include "Work.h"
#include "kasane/Tuner/Problem.h"

namespace kasane::tuning {

// Bytes that the region holds: where they stay between two steps decides which ceiling holds for memory.
double bytesOf(const StencilProgram &program, const Problem &problem);
double memoryCeiling(const Machine &machine, double bytes);

// Seconds that a core takes to move so many bytes in tile buffers of `bytes` in all. Buffers that fit into a cache are
// there. Of larger ones a part is moved in the cache behind it, up to all of them where they are twice as large. So is
// what lies where the rows of the user's arrays meet, if these are more than the cache has ways.
double inCaches(const Machine &machine, double moved, double bytes, const UserRows &rows);

// How many groups of so many work-items a unit holds at once, by items, memory on chip and registers; at least 1.
double resident(const Machine &machine, const KernelWork &work, int64_t items);

// Registers that a work-item gets of the `registers` that it would take: a compiler that can be told so leaves enough
// for as many work-items as keep a unit busy (Registers::busyItems).
double withCrowd(const Machine &machine, double registers);

double issueSlots(const Machine &machine); // of a unit: instructions that it begins at once

double over(double work, double ceiling); // seconds; 0 where nothing limits it

} // namespace kasane::tuning

// Tests: tests/unit/tuner/ChooseTest.cpp
