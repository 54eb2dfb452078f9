// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many planes come in at a time, and how many passes a visit makes, by the trade between the link, the computation
// and the planes that must stay on the device meanwhile.
#include "Chunk.h"
#include "kasane_trade.h"
#include <string.h>

int64_t ksn_plane_bytes(const ksn_chunk *chunk, const ksn_field *field) {
  return ksn_times(field->stride[chunk->axis], (int64_t)ksn_size_of(field->type));
}

typedef struct extent {
  int64_t back, ahead;
} extent;

static extent extentOf(const ksn_window *window) {
  extent e = {0, 0};
  for (int b = 0; b < window->count; b++) {
    e.back = e.back > window->reach[b].back ? e.back : window->reach[b].back;
    e.ahead = e.ahead > window->reach[b].ahead ? e.ahead : window->reach[b].ahead;
  }
  return e;
}

typedef enum which { USUAL, ALL, USED } which;

static int isOf(const ksn_store *store, which of) {
  return of == ALL || (of == USUAL ? store->is_usual : store->is_used);
}

// Planes that there is room for in the rings of these stores, without ghosts.
static int64_t roomFor(const ksn_run *run, const ksn_chunk *chunk, which of) {
  int64_t all = 0, most = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    if (store->is_whole || !isOf(store, of))
      continue;
    const int64_t bytes = ksn_plane_bytes(chunk, store->like);
    all = ksn_add(all, bytes);
    most = bytes > most ? bytes : most;
  }
  if (!all)
    return INT64_MAX / 4;
  const int64_t together = chunk->bytes / all, single = chunk->largest / most;
  return (together < single ? together : single) - 2 * chunk->ghosts - 1; // one for the leads
}

// Planes of a ring besides two slabs.
static int64_t heldBy(const ksn_chunk *chunk, int64_t passes) {
  return chunk->pass_lag * passes + chunk->reach + chunk->ghosts + chunk->unit;
}

// Of a ring, so that its planes begin at the same place within a row of KSN_ROW elements in every round.
static int64_t unitOf(const ksn_chunk *chunk, const ksn_field *field) {
  int64_t unit = 1;
  while (unit < KSN_ROW && unit * field->stride[chunk->axis] % KSN_ROW)
    unit *= 2;
  return unit;
}

typedef struct demand {
  int64_t tile;
  int64_t whole_bytes; // of what is there as a whole
  double in, out;      // bytes of a plane that come and go in a visit
} demand;

static demand demandOf(const ksn_run *run, ksn_chunk *chunk) {
  const ksn_info *const info = run->info;
  const int isSweep = !strcmp(info->family, "sweep");
  demand d = {.tile = 1};
  for (int k = 0; k < info->window_count; k++) {
    const ksn_window *const window = &info->windows[k];
    const extent e = extentOf(window);
    const int64_t most = e.back > e.ahead ? e.back : e.ahead, ghosts = most + window->slack;
    // Sweeps: a pass launches each of them, one behind what the others have made and read. Else it launches one.
    chunk->pass_lag = isSweep ? chunk->pass_lag + e.back + e.ahead : most > chunk->pass_lag ? most : chunk->pass_lag;
    chunk->reach = most > chunk->reach ? most : chunk->reach;
    chunk->ghosts = ghosts > chunk->ghosts ? ghosts : chunk->ghosts;
    d.tile = window->tile > d.tile ? window->tile : d.tile;
  }
  chunk->ghosts++;
  chunk->unit = 1;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    ksn_store *const store = &chunk->stores[s];
    store->is_usual = !info->usual || info->usual[s];
    if (!store->is_whole && unitOf(chunk, store->like) > chunk->unit)
      chunk->unit = unitOf(chunk, store->like);
    if (store->is_whole)
      d.whole_bytes = ksn_add(d.whole_bytes, ksn_buffer_bytes(store->like));
    if (store->is_whole || s >= run->field_count || !store->is_usual)
      continue;
    const double bytes = (double)ksn_plane_bytes(chunk, store->like);
    d.in += run->fields[s].hidden ? 0 : bytes;
    d.out += run->fields[s].written ? bytes : 0;
  }
  return d;
}

// Of a pass, in a visit of so many.
static double timeOf(const ksn_run *run, const ksn_chunk *chunk, const demand *d, int64_t slab, int64_t passes) {
  const double planes = (double)(chunk->end - chunk->first), depth = run->info->depth;
  const double perCell =
      run->info->predicted_ns > 0 ? run->info->predicted_ns * 1e-9 : run->info->bytes_per_cell / 100e9;
  const double link = run->info->link_bytes > 0 ? run->info->link_bytes : 12e9;
  const double compute = perCell * run->cells * depth, launch = 5e-6 * planes / (double)slab;
  const double in = d->in * planes / link, out = d->out * planes / link, transfer = in > out ? in : out;
  // After the last planes have come in.
  const double lagging = compute * (double)(chunk->pass_lag * passes) / (2 * planes);
  return ksn_trade_time(compute, lagging + launch, transfer, (in + out) * (double)slab / planes, passes);
}

static int64_t leastBytes(const ksn_run *run, const ksn_chunk *chunk, const demand *d, int64_t slab) {
  int64_t perPlane = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    if (!chunk->stores[s].is_whole)
      perPlane = ksn_add(perPlane, ksn_plane_bytes(chunk, chunk->stores[s].like));
  return ksn_add(d->whole_bytes, ksn_times(2 * slab + heldBy(chunk, 1) + 2 * chunk->ghosts + 1, perPlane));
}

int ksn_size_chunk(const ksn_run *run, ksn_chunk *chunk, int64_t bytes, int64_t largest, const char *name,
                   ksn_why *why) {
  const demand d = demandOf(run, chunk);
  const ksn_env *const env = ksn_environment();
  const int64_t wantedSlab = env->slab ? env->slab : run->info->slab;
  const int64_t wantedSteps = env->steps ? env->steps : run->info->visit_steps;
  const int64_t depth = run->info->depth, all = chunk->end - chunk->first;
  const int64_t needed = (run->steps + depth - 1) / depth, most = needed > 1 ? needed : 1;
  chunk->bytes = bytes > d.whole_bytes ? bytes - d.whole_bytes : 0;
  chunk->largest = largest;
  const int64_t room = roomFor(run, chunk, USUAL), roomForAll = roomFor(run, chunk, ALL);
  double best = 0;
  const int64_t least = wantedSteps ? (wantedSteps + depth - 1) / depth : 1;
  for (int64_t passes = least; passes <= most || !chunk->planned; passes++) {
    int64_t slab = (room - heldBy(chunk, passes)) / 2;
    if (slab < 1 || slab < wantedSlab || roomForAll < heldBy(chunk, passes) + 2)
      break;
    slab = wantedSlab ? wantedSlab : slab > all ? all : slab;
    if (!wantedSlab && slab > 2 * d.tile)
      slab -= slab % d.tile;
    // Smaller ones may be better than what there is room for: less time passes before the first is there.
    for (; slab; slab = slab / 2 > d.tile && !wantedSlab ? slab / 2 / d.tile * d.tile : 0) {
      const double time = timeOf(run, chunk, &d, slab, passes);
      if (chunk->planned && time >= best)
        continue;
      best = time;
      chunk->planned = slab;
      chunk->passes = passes;
    }
    if (wantedSteps)
      break;
  }
  if (chunk->planned)
    return 0;
  const int64_t slab = wantedSlab ? wantedSlab : 1, steps = wantedSteps ? wantedSteps : depth;
  return ksn_because(
      why, "slabs of %lld plane%s, %lld step%s a visit, need %s on the device, %s has %s; use a larger device%s",
      (long long)slab, slab > 1 ? "s" : "", (long long)steps, steps > 1 ? "s" : "",
      ksn_show_bytes(leastBytes(run, chunk, &d, slab)).text, name, ksn_show_bytes(bytes).text,
      wantedSlab || wantedSteps ? ", a smaller slab or fewer steps" : "");
}

int64_t ksn_most_lag(const ksn_chunk *chunk) { return chunk->pass_lag * chunk->passes + chunk->reach; }

static int64_t ringBytes(const ksn_chunk *chunk, const ksn_store *store) {
  return ksn_add(ksn_times(chunk->planes + 2 * chunk->ghosts, ksn_plane_bytes(chunk, store->like)),
                 KSN_ROW * (int64_t)ksn_size_of(store->like->type));
}

int ksn_make_rings(ksn_run *run, ksn_chunk *chunk) {
  const int count = run->field_count + run->spare_count;
  const int64_t room = (roomFor(run, chunk, USED) - heldBy(chunk, chunk->passes)) / 2;
  const int64_t slab = room < chunk->planned ? room : chunk->planned, most = 2 * slab + heldBy(chunk, chunk->passes);
  const int64_t planes = most - most % chunk->unit;
  int same = planes == chunk->planes;
  for (int s = 0; s < count; s++)
    same &= chunk->stores[s].is_whole || !chunk->stores[s].is_used || chunk->stores[s].block;
  if (same)
    return 0;
  for (int s = 0; s < count; s++)
    if (!chunk->stores[s].is_whole && chunk->stores[s].block) {
      chunk->device->buffers->give(chunk->stores[s].block);
      chunk->stores[s].block = NULL;
    }
  chunk->slab = slab;
  chunk->planes = planes;
  int64_t taken = 0;
  for (int s = 0; s < count; s++) {
    ksn_store *const store = &chunk->stores[s];
    if (store->is_whole || !store->is_used) {
      taken = ksn_add(taken, store->is_whole ? ksn_buffer_bytes(store->like) : 0);
      continue;
    }
    taken = ksn_add(taken, ringBytes(chunk, store));
    const int error = chunk->device->buffers->take(run, ringBytes(chunk, store), &store->block);
    if (!error)
      continue;
    store->block = NULL;
    return error;
  }
  run->state->memory = taken > run->state->memory ? taken : run->state->memory;
  return 0;
}
