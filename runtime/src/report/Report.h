// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What every region did, summed over its calls: in from each call, out as KASANE_REPORT says when the process exits.
#ifndef KASANE_RT_REPORT_H
#define KASANE_RT_REPORT_H

#include "base/Base.h"

// How a run's arrays were streamed through the device; zeros in core.
typedef struct ksn_visits {
  int64_t slab, steps, count;         // planes of a slab, steps of a visit at most, visits
  int64_t block;                      // rows of a block, 0: all
  int64_t most_steps;                 // of a visit, that the device has room for
  int64_t least_memory, whole_memory; // bytes of the smallest device that does, and of one that needs no visits
} ksn_visits;

enum { KSN_PACES = 16, KSN_TRIES = 5 }; // that the report has

// How a run's arrays were cut into parts; zeros where they weren't.
typedef struct ksn_exchanged {
  int64_t members, planes, steps; // steps between two exchanges, at most
  int64_t ranks;                  // that were started; 0: all members are in this process
  const int *cards;               // their numbers, for as long as the process lasts; NULL: all share one device
  const char *wire;
  int64_t count, bytes;
  int64_t predicted_count;
  double predicted[KSN_PACES]; // seconds of a step, by passes between two exchanges, where they were chosen
  int tried_count;
  double tried[KSN_TRIES]; // the same by 1, 2, 4, .. passes, as they were measured
  double seconds, waited;  // waited: of these, those in which nothing else was done
} ksn_exchanged;

// Of so many planes, how many come before those of a member. All have as many, or one more.
static inline int64_t ksn_planes_before(int64_t planes, int64_t members, int64_t member) {
  return planes / members * member + ksn_min(member, planes % members);
}

typedef struct ksn_entry {
  const ksn_info *info;
  int64_t calls, declined, verified;
  int64_t passes, steps, small, moved;
  int64_t idle;                          // calls of no steps
  int64_t kept;                          // arrays that were where the kernels work when a call began, of all calls
  int64_t memory, huge;                  // of the call that took most
  ksn_visits visits;                     // slab and steps of the last run
  int64_t halo_calls, calls_beside;      // that refresh halos; of these, beside other work
  ksn_exchanged exchanged;               // members, planes and steps of the last run
  double seconds, kernel_seconds, cells; // cells: summed over steps
  char reason[512];                      // of the last decline
  struct ksn_entry *next;
} ksn_entry;
// computed: when the kernels had ended
void ksn_record_run(const ksn_run *run, ksn_visits visits, ksn_exchanged exchanged, double computed);
int64_t ksn_record_no_steps(const ksn_info *info);          // such calls so far
void ksn_record_moved(const ksn_info *info, int64_t bytes); // outside of a run
void ksn_record_halo_calls(const ksn_info *info, int64_t calls, int64_t beside);
int64_t ksn_record_decline(const ksn_info *info, const char *reason); // declines so far
int64_t ksn_record_verified(const ksn_info *info);                    // calls verified so far

#endif
// Tests: tests/unit/runtime/RegionTest.cpp, tests/unit/runtime/ExampleTest.cpp
