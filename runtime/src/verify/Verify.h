// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_VERIFY=1: the region's results against those of the original loops, on the user's own data. The steps to make
// are halved until the first differing one is known.
#ifndef KASANE_RT_VERIFY_H
#define KASANE_RT_VERIFY_H

#include "base/Base.h"

int64_t ksn_verify_bytes(const ksn_run *run); // host memory that verification of this run takes
void ksn_verify_begin(ksn_run *run);          // snapshot, and how many steps to make
void ksn_verify_cancel(ksn_run *run);
void ksn_verify_end(ksn_run *run);     // sets the results aside, puts the snapshot back
void ksn_verify_suspend(ksn_run *run); // notes what the fields hold
void ksn_verify_resume(ksn_run *run);  // finds out whether host code has changed it
void ksn_verify_unknown(void **call);  // nothing can be compared
int ksn_verify_possible(void **call);  // 0: says why there is nothing to compare, and gives up
// As ksn_verify_again. When it returns 0, both agree, which ksn_verify_agree then says, if `isFirst`.
int ksn_verify_round(void **call, const ksn_info **info);
void ksn_verify_agree(void **call, int isFirst);

#endif
// Tests: tests/unit/runtime/RegionTest.cpp
