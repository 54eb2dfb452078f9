// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The KASANE_ variables, read and checked once.
#ifndef KASANE_RT_ENV_H
#define KASANE_RT_ENV_H

#include "base/Base.h"

typedef struct ksn_env {
  const char *target, *device, *devices, *report, *opencl_options; // NULL: unset
  int64_t device_memory;                                           // bytes, 0: unset
  int64_t slab, steps;            // of placements that have parts of the arrays, 0: unset
  int64_t parts;                  // members, 0: unset
  int wire_host;                  // planes go by way of the host's memory
  int wire_nccl;                  // of ranks they go straight from card to card
  int wire_late;                  // what goes between members is late
  double wire_latency, wire_rate; // by so many seconds, and by its bytes over the rate; 0: none
  int fallback, verify, profile, quiet;
  int progress;      // 0 never, 1 asked for, -1 as the terminal says
  int terminal;      // stderr is one
  double verify_tol; // 0: the default of the type
} ksn_env;
const ksn_env *ksn_environment(void);
void ksn_set_environment(const ksn_env *env); // in place of the variables, which are read no more
// KASANE_DEVICE and KASANE_DEVICES, which count on every rank; they stay the environment's.
void ksn_read_devices(ksn_env *env);
// Among the processes that a launcher has started together on this machine: devices are taken in turn. -1: this one is
// alone, as long as nothing else is said.
int ksn_place(void);
void ksn_take_place(int place);
// The entry of the NULL-terminated list that is nearest to `word`, NULL when none is near.
const char *ksn_nearest(const char *word, const char *const *list);

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
