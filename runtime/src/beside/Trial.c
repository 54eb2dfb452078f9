// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "beside/Trial.h"
#include "base/Error.h"
#include <stdlib.h>

typedef struct known {
  const ksn_info *info;
  ksn_trial trial;
  int is_refused;
  struct known *next;
} known;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static known *all; // as long as the process lasts

static known *knownOf(const ksn_info *info) { // under the mutex
  known *one = all;
  while (one && one->info != info)
    one = one->next;
  if (one)
    return one;
  one = ksn_allocate(1, sizeof *one);
  one->info = info;
  one->next = all;
  return all = one;
}

void ksn_trial_begin(const ksn_info *info, ksn_trial *trial) {
  ksn_lock(&mutex);
  *trial = knownOf(info)->trial;
  ksn_unlock(&mutex);
  trial->since = 0;
  trial->calls = 1; // the one at which it begins
  trial->beside = 0;
}

void ksn_trial_keep(const ksn_info *info, const ksn_trial *trial) {
  ksn_lock(&mutex);
  knownOf(info)->trial = *trial;
  ksn_unlock(&mutex);
}

int ksn_trial_refused(const ksn_info *info) {
  ksn_lock(&mutex);
  known *const one = knownOf(info);
  const int before = one->is_refused;
  one->is_refused = 1;
  ksn_unlock(&mutex);
  return before;
}

// The first round of a way isn't timed: threads begin, and what a call touches is looked at.
int ksn_trial_calls(ksn_trial *trial, int label) {
  enum { kRounds = 5 }; // of each way
  trial->calls++;
  if (!trial->label)
    trial->label = label;
  if (label == trial->label) {
    const double now = ksn_now();
    const int64_t way = (trial->rounds - 1) / kRounds;
    if (trial->since > 0 && trial->rounds && way < 2 && (trial->rounds - 1) % kRounds)
      trial->seconds[way] += now - trial->since;
    trial->since = now;
    trial->rounds++;
  }
  if (trial->rounds <= kRounds)
    return 0;
  return trial->rounds <= 2 * kRounds || trial->seconds[1] < trial->seconds[0];
}
