// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan of slabs and passes costs: predicted by the trade function, from a launch's cost as it is measured.
#ifndef KASANE_RT_CHUNK_COST_H
#define KASANE_RT_CHUNK_COST_H

#include "stream/ChunkState.h"

// Seconds of a pass in a visit of so many, with slabs in so many lanes.
double ksn_pass_time(const ksn_run *run, const ksn_chunk *chunk, int workers, int64_t slab, int64_t passes);
// Seconds of a launch that has next to nothing to do, in so many lanes in turn.
double ksn_launch_cost(ksn_run *run, int workers);
double ksn_link_rate(ksn_run *run, const ksn_chunk *chunk); // bytes per second; 0: nothing to tell by

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
