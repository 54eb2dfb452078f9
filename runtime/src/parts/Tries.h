// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many passes should a round have, where nothing is known of the links between devices? Rounds of 1, 2, 4, ..
// passes are timed while the region runs, until more passes are no faster; the fastest stay. In: when all that was
// enqueued is done. Out: the passes of the rounds that follow.
#ifndef KASANE_RT_TRIES_H
#define KASANE_RT_TRIES_H

#include "report/Report.h"

typedef struct ksn_tries {
  int64_t most;   // passes; 0: nothing is tried
  int64_t passes; // of the rounds that are tried now
  int64_t best;   // of those that were
  int64_t rounds; // with so many passes
  int64_t breaks; // times that the rounds had to end early
  double begin;   // of those that count
  int count;
  double seconds[KSN_TRIES]; // of a pass, by 1, 2, 4, .. passes of a round
} ksn_tries;

// Passes of a region for which it is worth it.
int64_t ksn_tries_least(void);
// A round was enqueued. 1: the time is to be taken when all is done.
int ksn_tries_round(ksn_tries *tries);
// All is done. Returns the passes of the next rounds.
int64_t ksn_tries_take(ksn_tries *tries, double now);
// Something else was waited for.
void ksn_tries_break(ksn_tries *tries);

#endif
// Tests: tests/unit/runtime/TriesTest.cpp
