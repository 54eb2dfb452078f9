// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// By how many planes a launch stays behind the ones before it, when all of them go through the planes together. In:
// how the launches before it have used its arrays. Out: its lag.
#ifndef KASANE_RT_LAGS_H
#define KASANE_RT_LAGS_H

#include "base/Base.h"

// Of an array, by the launches noted so far.
typedef struct ksn_track {
  int is_written;
  int64_t written; // a launch that looks at it stays so many planes behind, for those that have written it
  int64_t read;    // one that writes it also stays so many behind, for those that look at what was there
} ksn_track;

// So far behind what comes in that all that it reads of this array is there, and that nobody needs any more what it
// overwrites. A launch's lag is the most of its arrays'.
int64_t ksn_lag_for(const ksn_track *track, const ksn_reach *reach);
void ksn_track_use(ksn_track *track, const ksn_reach *reach, int64_t lag);
ksn_reach ksn_mirrored(const ksn_reach *reach); // for those who go through the planes from the last one

#endif
// Tests: tests/unit/runtime/ChunkTest.cpp
