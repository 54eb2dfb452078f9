// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One call of a region, from ksn_begin to ksn_end.
#ifndef KASANE_RT_RUN_H
#define KASANE_RT_RUN_H

#include "base/Base.h"

void ksn_release(ksn_run *run);
int ksn_finish(ksn_run *run, int host); // ksn_end; `host` as in ksn_device.store

#endif
// Tests: tests/unit/runtime/RegionTest.cpp, tests/unit/runtime/HomeTest.cpp
