// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What all floors may ask about the call that the argument block's `call` belongs to.
#ifndef KASANE_RT_CALL_H
#define KASANE_RT_CALL_H

#include "base/Base.h"

// call[0], and how verification's own begins; NULL: it isn't verified.
typedef struct ksn_round {
  int is_first; // the round that makes all steps
  int64_t made; // by the original, in this round
} ksn_round;
// call[1], and how Suspend.c's own begins: the region is left for host code; NULL: it isn't.
typedef struct ksn_halt {
  int point, label;
  int behind;   // steps begun behind the one that the host code is of
  int64_t done; // steps begun
} ksn_halt;
int ksn_verifying(void **call);
int ksn_verify_first_round(void **call);        // 1 also when not verifying
int64_t ksn_verify_made(void **call);           // steps that the original has begun in this round
int64_t ksn_suspended_steps(void *const *call); // steps begun when host code was reached
int ksn_point_of(void *const *call);            // which; 0: none

#endif
// Tests: tests/unit/runtime/RegionTest.cpp, tests/kernels/host_counters.c
