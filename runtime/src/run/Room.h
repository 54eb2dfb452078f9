// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Is there room for a run? What it needs, against what there is, before anything is allocated: an allocation that fails
// halfway, or a host that swaps or kills, is worse than a refusal.
#ifndef KASANE_RT_ROOM_H
#define KASANE_RT_ROOM_H

#include "base/Error.h"

// Is there room for the run? Sets state->memory to what it takes on the device, -1 and the reason otherwise.
int ksn_check_memory(ksn_run *run, ksn_why *why);
int ksn_check_host_memory(const ksn_run *run, ksn_why *why); // for verification
// What the device may be asked for; -1: it doesn't say. largest: for one buffer.
int ksn_device_memory(const ksn_run *run, int card, int64_t *bytes, int64_t *largest, const char **name);

#endif
// Tests: tests/unit/runtime/RegionTest.cpp, tests/unit/runtime/HomeTest.cpp
