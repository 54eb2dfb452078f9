// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "notes/Lags.h"

static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }

int64_t ksn_lag_for(const ksn_track *track, const ksn_reach *reach) {
  int64_t behind = reach->writes ? track->read : 0;
  if (reach->writes != KSN_COVERS)
    behind = mostOf(behind, (track->is_written ? track->written : 0) + reach->ahead);
  if (reach->writes && track->is_written)
    behind = mostOf(behind, track->written);
  return behind;
}

void ksn_track_use(ksn_track *track, const ksn_reach *reach, int64_t lag) {
  if (reach->writes) {
    track->written = track->is_written ? mostOf(track->written, lag) : lag;
    track->is_written = 1;
  }
  if (reach->writes != KSN_COVERS)
    track->read = mostOf(track->read, lag + reach->back);
}

ksn_reach ksn_mirrored(const ksn_reach *reach) {
  ksn_reach mirrored = *reach;
  mirrored.back = reach->ahead;
  mirrored.ahead = reach->back;
  return mirrored;
}
