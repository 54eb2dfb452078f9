// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that stay on the device between regions: #pragma stencil keep.
#ifndef KASANE_RT_KEEP_H
#define KASANE_RT_KEEP_H

#include "base/Base.h"

void ksn_keep_lend(ksn_run *run);          // before load: fields get what is kept of them; others' is brought home
void ksn_keep_mark(ksn_run *run);          // before the last store: sets state->stays
void ksn_keep_take(ksn_run *run, int all); // before release: kept again; all: also what wasn't before
void ksn_keep_all_home(void);              // but for what a run has
int64_t ksn_kept_bytes(void);

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenclTest.cpp
