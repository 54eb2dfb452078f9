// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One visit: slab by slab its planes come in, every launch makes those that are behind what is there by its lag, and
// what no launch looks at any more goes home. The three go on side by side.
#ifndef KASANE_RT_CHUNK_VISIT_H
#define KASANE_RT_CHUNK_VISIT_H

#include "stream/ChunkState.h"

// Makes the launches noted, and forgets them.
void ksn_visit(ksn_run *run, ksn_chunk *chunk);
// In core those that the device has been asked for; a visit's, as far as it has come.
double ksn_steps_made(const ksn_run *run);

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
