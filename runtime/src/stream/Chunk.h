// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked as a device in front of the one that does the work: it notes launches, and makes them in visits.
// What a visit is: see ChunkState.h.
#ifndef KASANE_RT_CHUNK_H
#define KASANE_RT_CHUNK_H

#include "base/Error.h"
#include "report/Report.h"

// In so many bytes of the device's. The run's device is then one in front of its own. -1 and the reason: the region
// can't be run so.
int ksn_chunk_open(ksn_run *run, int64_t bytes, int64_t largest, const char *name, ksn_why *why);
ksn_visits ksn_visits_of(const ksn_run *run); // zeros in core

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp, tests/unit/runtime/ChunkBlockTest.cpp
