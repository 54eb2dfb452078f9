// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Pace.h"
#include "kasane_trade.h"

double ksn_pace_seconds(const ksn_pace *pace, int64_t passes) {
  const double k = (double)passes, launches = (double)pace->launches, halo = (double)pace->halo;
  const double again = launches * halo * (double)pace->sides * k * (k - 1) / 2;
  const double all = (k * (double)pace->planes + again) * pace->plane_seconds;
  const double exchange = pace->latency + k * (double)pace->bytes / pace->rate;
  const double thick = 2 * halo * k; // of an end, as ksn_ends_of has it
  if ((double)pace->own < 2 * thick)
    return ksn_trade_time(all / k, 0, 0, exchange, passes) / (double)pace->depth;
  const double most = k * launches * thick * (double)pace->sides * pace->plane_seconds;
  const double ends = most < all ? most : all;
  return ksn_trade_time((all - ends) / k, 0, exchange, ends, passes) / (double)pace->depth;
}

// Among equals the fewest: what is made twice costs memory, too.
int64_t ksn_pace_best(const ksn_pace *pace) {
  int64_t best = 1;
  for (int64_t k = 2; k <= pace->most; k++)
    if (ksn_pace_seconds(pace, k) < ksn_pace_seconds(pace, best))
      best = k;
  return best;
}

// The first rounds touch memory for the first time.
int ksn_pace_note(ksn_pace *pace, int64_t launches, int64_t planes, int64_t bytes, double seconds) {
  enum { kFirst = 1, kRounds = 5 };
  pace->rounds++;
  pace->launches = launches;
  pace->planes = planes;
  pace->bytes = bytes;
  const double each = planes > 0 ? seconds / (double)planes : 0;
  if (planes > 0 && pace->rounds > kFirst && (pace->plane_seconds == 0 || each < pace->plane_seconds))
    pace->plane_seconds = each;
  return pace->rounds == kRounds;
}
