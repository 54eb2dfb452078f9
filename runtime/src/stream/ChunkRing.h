// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What goes on past the ends of the slowest axis, where it closes to a ring.
#ifndef KASANE_RT_CHUNK_RING_H
#define KASANE_RT_CHUNK_RING_H

#include "base/Error.h"
#include "stream/ChunkState.h"

// If the axis closes to a ring, makes a note of that. -1 and the reason: it can't be streamed.
int ksn_closes(const ksn_run *run, ksn_chunk *chunk, ksn_why *why);
// Which planes the launches noted make beyond the ring's ends, and what comes in for that; and when they are made.
void ksn_go_round(const ksn_run *run, ksn_chunk *chunk);
void ksn_forget_first(const ksn_run *run, ksn_chunk *chunk);

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
