// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a plan of slabs and passes costs: predicted by the trade function, from a launch's cost as it is measured.
#include "Chunk.h"
#include "kasane_trade.h"

// A launch ends when its slowest group does, and while nothing else is to do, much of the device waits for that. The
// fractions are what three programs on one GPU showed; see docs/benchmarks.md.
double ksn_pass_time(const ksn_run *run, const ksn_chunk *chunk, int workers, int64_t slab, int64_t passes) {
  const int several = workers > 1;
  const double kWait = several ? 0.45 : 0.9; // of the groups that run at a time
  const double kDisturbed = 0.1;             // of what goes on beside a transfer
  const double planes = (double)(chunk->end - chunk->first), depth = run->info->depth;
  const double perCell =
      run->info->predicted_ns > 0 ? run->info->predicted_ns * 1e-9 : run->info->bytes_per_cell / 100e9;
  const double link = run->info->link_bytes > 0 ? run->info->link_bytes : 12e9;
  const double compute = perCell * run->cells * depth, slabs = planes / (double)slab;
  const double waiting = chunk->waves > 0 ? compute * kWait / (chunk->waves * (double)slab * workers) : 0;
  const double in = chunk->in * planes / link, out = chunk->out * planes / link, transfer = in > out ? in : out;
  // After the last planes have come in.
  const double lagging = compute * (double)(chunk->pass_lag * passes) / (2 * planes);
  const double working = compute + lagging + waiting, launching = chunk->cost[several] * chunk->launches * slabs;
  // Side by side the launches of one lane hide what those of the others take to begin.
  const double all = !several ? working + launching : working > launching ? working : launching;
  return ksn_trade_time(all, kDisturbed * transfer / (double)passes, transfer, (in + out) / slabs, passes);
}

// Small pieces of work, each behind the one before.
double ksn_launch_cost(ksn_run *run, int workers) {
  enum { kTries = 64, kFirst = 2 * KSN_WORKERS, kBytes = 128 };
  const ksn_buffers *const buffers = run->device->buffers;
  void *block = NULL, *last = NULL;
  double begin = 0;
  ksn_check_device(run, buffers->take(run, kBytes, &block), "finding memory");
  for (int n = 0; n < kFirst + kTries; n++) {
    const int lane = KSN_LANE_WORK + n % workers;
    if (n == kFirst) { // by now the device has what it needs to begin
      ksn_check_device(run, buffers->finish(run), "a copy");
      begin = ksn_now();
    }
    if (last) {
      ksn_check_device(run, buffers->follow(run, lane, last), "waiting");
      buffers->forget(last);
      last = NULL;
    }
    ksn_check_device(run, buffers->within(run, lane, block, 0, kBytes / 2, kBytes / 2), "a copy");
    if (workers > 1)
      ksn_check_device(run, buffers->mark(run, lane, &last), "a mark");
  }
  ksn_check_device(run, buffers->finish(run), "a copy");
  const double seconds = (ksn_now() - begin) / kTries;
  if (last)
    buffers->forget(last);
  buffers->give(block);
  return seconds;
}
