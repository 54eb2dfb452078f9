// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that stay on the device, or with the members, between regions: #pragma stencil keep.
#ifndef KASANE_RT_KEEP_H
#define KASANE_RT_KEEP_H

#include "parts/Parts.h"
#include "run/Shown.h"

typedef struct ksn_members {
  int64_t count;              // on which a run is to be, at most; 0: on none
  const ksn_network *network; // NULL: they are in this process
} ksn_members;

// Before load: fields get what is kept of them; others' is brought home. Returns the cut that the run goes by then.
ksn_cut ksn_keep_lend(ksn_run *run, const ksn_members *on);
int64_t *ksn_keep_numbers(const ksn_run *run);          // of what the fields were lent, to be freed; 0: nothing
void ksn_keep_mark(ksn_run *run);                       // before the last store: sets state->stays. All ranks call it
void ksn_keep_take(ksn_run *run);                       // before release: kept again, and also what is marked
void ksn_keep_all_home(void);                           // but for what a run has
void ksn_keep_bring_home(int64_t number, int isWanted); // workers, as ordered
void ksn_keep_move(int64_t number, int64_t from, int64_t end, int up);
// What is kept of these elements, in whole planes: home, or from there; or home has no more use for its pages.
enum { KSN_BRING, KSN_GIVE_BACK, KSN_LEAVE };
void ksn_keep_visit(const ksn_shown *shown, int how);
int64_t ksn_kept_bytes(int card); // that no run has
int64_t ksn_lent_bytes(const ksn_run *run, int card);

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/OpenclTest.cpp
