// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many planes come in at a time, and how many passes a visit makes, by the trade between the link, the computation
// and the planes that must stay on the device meanwhile.
#ifndef KASANE_RT_CHUNK_SIZE_H
#define KASANE_RT_CHUNK_SIZE_H

#include "base/Error.h"
#include "stream/ChunkState.h"

// Slab and steps for so much memory. -1 and the reason: not even the least is possible.
int ksn_size_chunk(const ksn_run *run, ksn_chunk *chunk, ksn_why *why);
// Again, with what the passes noted show.
void ksn_learn_chunk(ksn_run *run, ksn_chunk *chunk);
// Sets the visit's slab, and finds rings for the arrays that its launches use, which may be the ones before. An error
// of the device's, or 0.
int ksn_make_rings(ksn_run *run, ksn_chunk *chunk);

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
