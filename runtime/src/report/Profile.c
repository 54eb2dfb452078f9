// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// KASANE_PROFILE=1: one line per region at exit. GB/s is what one sweep at a time would have to move; with several
// steps per pass it may exceed what the memory gives.
#include "report/Profile.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include <stdio.h>

typedef struct prediction {
  char text[128];
} prediction;

static prediction showPrediction(const ksn_info *info) {
  prediction out = {""};
  if (info->predicted_ns > 0)
    (void)snprintf(out.text, sizeof out.text, "; predicted %.4g Gcells/s (%s)", 1 / info->predicted_ns, info->machine);
  return out;
}

void ksn_print_profile(const ksn_entry *entry) {
  const ksn_info *const info = entry->info;
  const double cellRate = entry->kernel_seconds > 0 ? entry->cells / entry->kernel_seconds / 1e9 : 0;
  if (entry->calls == entry->declined) {
    ksn_say("profile: %s (%s:%d, %s): %lld calls, all by the original loops: %s", info->name, info->file, info->line,
            info->target, (long long)entry->calls, entry->reason);
    return;
  }
  ksn_say("profile: %s (%s:%d, %s, %s %dx%dx%d depth %d): %lld calls, %lld steps, %.6f s, of it %.6f s in kernels: "
          "%.4g Gcells/s, %.4g GB/s, %.4g GFLOP/s%s; %s of memory, %s moved",
          info->name, info->file, info->line, info->target, info->family, info->tile[0], info->tile[1], info->tile[2],
          info->depth, (long long)entry->calls, (long long)entry->steps, entry->seconds, entry->kernel_seconds,
          cellRate, cellRate * info->bytes_per_cell, cellRate * info->flops_per_cell, showPrediction(info).text,
          ksn_show_bytes(entry->memory).text, ksn_show_bytes(entry->moved).text);
}
