// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Does it pay to make planes beside a call that refreshes halos? Both ways are tried in a region's first steps, as they
// come; then it stays with the one that took less time. The processes of a program try them in the same steps. What a
// region has found holds for its further runs.
#ifndef KASANE_RT_TRIAL_H
#define KASANE_RT_TRIAL_H

#include "base/Base.h"

typedef struct ksn_trial {
  int label;      // of the call by which steps are counted
  int64_t rounds; // of that call
  double since;
  double seconds[2]; // before the call, and beside it
  int64_t calls, beside;
} ksn_trial;

void ksn_trial_begin(const ksn_info *info, ksn_trial *trial);
void ksn_trial_keep(const ksn_info *info, const ksn_trial *trial);
int ksn_trial_calls(ksn_trial *trial, int label); // a call is next: is it to run beside other work?
int ksn_trial_refused(const ksn_info *info);      // a call touches what it shouldn't: was that so before?

#endif
// Tests: tests/unit/runtime/TrialTest.cpp
