// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Tries.h"

// The first rounds find memory and capture launches.
enum { kWarm = 2, kRounds = 6, kPasses = 48, kBreaks = 8 };

int64_t ksn_tries_least(void) { return 20 * kPasses; }

// That count.
static int64_t roundsOf(const ksn_tries *tries) {
  const int64_t enough = (kPasses + tries->passes - 1) / tries->passes;
  return enough > kRounds ? enough : kRounds;
}

int ksn_tries_round(ksn_tries *tries) {
  if (!tries->most)
    return 0;
  tries->rounds++;
  return tries->rounds == kWarm || tries->rounds == kWarm + roundsOf(tries);
}

static int64_t endWith(ksn_tries *tries, int64_t passes) {
  tries->most = 0;
  return passes;
}

int64_t ksn_tries_take(ksn_tries *tries, double now) {
  enum { kShare = 50 }; // less than a fiftieth is no gain
  if (tries->rounds == kWarm) {
    tries->begin = now;
    return tries->passes;
  }
  const double took = (now - tries->begin) / (double)(roundsOf(tries) * tries->passes);
  const int isFaster = !tries->count || took < tries->seconds[tries->count - 1] * (1 - 1.0 / kShare);
  tries->seconds[tries->count++] = took;
  if (!isFaster)
    return endWith(tries, tries->best);
  tries->best = tries->passes;
  if (2 * tries->passes > tries->most || tries->count == KSN_TRIES)
    return endWith(tries, tries->best);
  tries->passes *= 2;
  tries->rounds = 0;
  return tries->passes;
}

// Rounds begin again; where that happens often they never go on for long.
void ksn_tries_break(ksn_tries *tries) {
  if (!tries->most || !tries->rounds)
    return;
  tries->rounds = 0;
  if (++tries->breaks == kBreaks)
    tries->most = 0;
}
