// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkCost.h"
#include "base/Error.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "kasane_trade.h"
#include "stream/ChunkState.h"

#include <string.h>

// Work for a cell that is wanted, over that with the whole grid there: tiles that end with their slab have the planes
// around it in common with the next one's, or the levels of a stream end one after the other.
static double made(const ksn_run *run, const ksn_chunk *chunk, int64_t slab) {
  const double beside = strcmp(run->info->family, "sweep") ? 2 * (double)chunk->pass_lag : 0,
               tile = (double)chunk->tile;
  const double here = (double)slab < tile ? (double)slab : tile;
  return (1 + beside / here) / (1 + beside / tile);
}

// Of a pass. The first planes of a visit are all that most of its passes wait for, and behind the last ones the link
// has nothing to do: what takes less time of the two is idle then,
// and of what takes more the other keeps a part from going on.
static double lagOf(const ksn_chunk *chunk, double busy, double transfer, int64_t passes) {
  const double planes = (double)(chunk->end - chunk->first), moved = transfer / (double)passes;
  const double held = (double)(chunk->pass_lag * passes) / planes, part = held < 1 ? held : 1;
  return part * (busy > moved ? moved * moved / busy : busy) / 2;
}

// Planes beyond either end of a ring that come in, of which half are made, on average of the passes.
static double besideRing(const ksn_run *run, const ksn_chunk *chunk, int64_t passes) {
  const double perPass = (double)chunk->pass_lag / (strcmp(run->info->family, "sweep") ? 1 : 2);
  return ksn_is_ring(chunk) ? perPass * (double)passes : 0;
}

// A launch ends when its slowest group does, and while nothing else is to do, much of the device waits for that. The
// fractions are what three programs on one GPU showed; see docs/benchmarks.md.
double ksn_pass_time(const ksn_run *run, const ksn_chunk *chunk, int workers, int64_t slab, int64_t passes) {
  const int several = workers > 1;
  const double kWait = several ? 0.45 : 0.9; // of the groups that run at a time
  const double kDisturbed = 0.05;            // of what goes on beside a transfer
  const double kOfLink = 0.9; // of what one large copy alone shows, where work goes on and planes go home
  const double planes = (double)(chunk->end - chunk->first), depth = run->info->depth;
  const double perCell =
      run->info->predicted_ns > 0 ? run->info->predicted_ns * 1e-9 : run->info->bytes_per_cell / 100e9;
  const double known = chunk->link > 0 ? kOfLink * chunk->link : run->info->link_bytes, link = known > 0 ? known : 12e9;
  const double beyond = besideRing(run, chunk, passes);
  const double slabs = (planes + 2 * beyond) / (double)slab,
               launched = (double)(slab > chunk->tile ? slab : chunk->tile);
  const double compute = perCell * run->cells * depth * made(run, chunk, slab) * (1 + beyond / planes);
  const double waiting = chunk->waves > 0 ? compute * kWait / (chunk->waves * launched * workers) : 0;
  const double in = chunk->in * (planes + 2 * beyond) / link, out = chunk->out * planes / link,
               transfer = in > out ? in : out;
  const double working = compute + waiting, launching = chunk->cost[several] * chunk->launches * slabs;
  // Side by side the launches of one lane hide what those of the others take to begin.
  const double sideBySide = working > launching ? working : launching;
  const double all = several ? sideBySide : working + launching;
  const double disturbed = kDisturbed * transfer / (double)passes,
               lag = lagOf(chunk, all + disturbed, transfer, passes);
  return ksn_trade_time(all, disturbed, transfer, (in + out) / slabs + lag * (double)passes, passes);
}

// A piece of what comes in, from where it lies.
double ksn_link_rate(ksn_run *run, const ksn_chunk *chunk) {
  enum { kLeast = 1 << 20, kMost = 32 << 20, kFirst = 1 << 12 };
  const ksn_buffers *const buffers = chunk->device->buffers;
  const ksn_store *largest = NULL;
  int64_t bytes = 0;
  for (int f = 0; f < run->field_count; f++) {
    const ksn_store *const has = &chunk->stores[f];
    const int64_t all = (has->like->last - has->like->first + 1) * (int64_t)ksn_size_of(has->like->type);
    if (has->is_whole || !has->is_loaded || !has->home || has->like->row || all <= bytes)
      continue;
    largest = has;
    bytes = all;
  }
  bytes = bytes < kMost ? bytes : kMost;
  bytes = bytes < chunk->bytes / 4 ? bytes : chunk->bytes / 4;
  void *block = NULL;
  if (bytes < kLeast || buffers->take(run, 0, bytes, &block))
    return 0;
  ksn_field part = *largest->like;
  part.mem = block;
  double begin = 0;
  char *const start = largest->home + part.first * (int64_t)ksn_size_of(part.type);
  for (int64_t moved = kFirst; moved <= bytes; moved = moved < bytes ? bytes : bytes + 1) {
    const int64_t elements = moved / (int64_t)ksn_size_of(part.type);
    begin = ksn_now();
    ksn_check_device(
        run, buffers->copy(run, KSN_LANE_IN, &part, &(ksn_piece){0, {elements, 1, 1}, {elements, elements}}, start, 1),
        "copying an array");
    ksn_check_device(run, buffers->finish(run), "a copy");
  }
  const double seconds = ksn_now() - begin;
  buffers->give(block);
  return seconds > 0 ? (double)bytes / seconds : 0;
}

// Small pieces of work, each behind the one before.
double ksn_launch_cost(ksn_run *run, int workers) {
  enum { kTries = 64, kFirst = 2 * KSN_WORKERS, kBytes = 128 };
  const ksn_buffers *const buffers = run->device->buffers;
  void *block = NULL, *last = NULL;
  double begin = 0;
  ksn_check_device(run, buffers->take(run, 0, kBytes, &block), "finding memory");
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
    ksn_check_device(run, buffers->within(run, lane, block, 0, block, kBytes / 2, kBytes / 2), "a copy");
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
