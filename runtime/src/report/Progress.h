// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_PROGRESS: how far a run has come.
#ifndef KASANE_RT_PROGRESS_H
#define KASANE_RT_PROGRESS_H

#include "base/Base.h"

// steps: made so far, with a part of one. last: the run has ended.
void ksn_show_progress(ksn_run *run, double steps, int last);

#endif
// Tests: tests/unit/runtime/RegionTest.cpp, tests/unit/runtime/ChunkTest.cpp
