// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What host code in the time loop was given, step by step, while the region ran under KASANE_VERIFY=1: where it stands
// in the original's loops, these hold the same.
#ifndef KASANE_RT_GIVEN_H
#define KASANE_RT_GIVEN_H

#include "base/Base.h"

typedef struct ksn_given {
  int64_t step; // the number of steps begun
  int point;
  const char *name;
  long long whole;
  double real;
} ksn_given;
void ksn_givens_discard(void **call);
// What host code was given otherwise than the original's loops hold there, in the step that they make now; or NULL.
const ksn_given *ksn_givens_other(void **call, int point, const char *name, long long whole, double real);

#endif
// Tests: tests/kernels/host_counters.c, tests/kernels/host_changes.c
