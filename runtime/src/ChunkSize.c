// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How many planes come in at a time, and how many passes a visit makes, by the trade between the link, the computation and the
// planes that must stay on the device meanwhile.
#include "Chunk.h"
#include "kasane_trade.h"

int64_t ksn_plane_bytes(const ksn_chunk *chunk, const ksn_field *field) {
  return ksn_times(field->stride[chunk->axis], (int64_t)ksn_size_of(field->type));
}

// A launch may be behind by its reach, and by what its last tile and that of the launch before leave undone.
static int64_t mostOf(const ksn_window *window) {
  int64_t reach = 0;
  for (int b = 0; b < window->count; b++) {
    reach = reach > window->reach[b].back ? reach : window->reach[b].back;
    reach = reach > window->reach[b].ahead ? reach : window->reach[b].ahead;
  }
  return reach + window->tile - 1;
}

typedef struct demand {
  int64_t lag;   // that a pass adds, at most
  int64_t reach; // of any launch, with the tile's own planes
  int64_t ghosts, tile;
  int64_t ring_bytes, whole_bytes; // of a plane of all rings; of what is there as a whole
  int64_t plane_bytes;             // of the largest ring
  double in, out;                  // bytes of a plane that come and go in a visit
} demand;

static demand demandOf(const ksn_run *run, const ksn_chunk *chunk) {
  const ksn_info *const info = run->info;
  const int perStage = info->family[0] == 's'; // sweeps: a pass launches each of them, else one
  demand d = {.tile = 1};
  for (int k = 0; k < info->window_count; k++) {
    const ksn_window *const window = &info->windows[k];
    const int64_t most = mostOf(window), ghosts = most + window->slack;
    d.lag = perStage ? d.lag + most : most > d.lag ? most : d.lag;
    d.reach = most > d.reach ? most : d.reach;
    d.ghosts = ghosts > d.ghosts ? ghosts : d.ghosts;
    d.tile = window->tile > d.tile ? window->tile : d.tile;
  }
  d.ghosts++;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    const int64_t bytes = store->is_whole ? ksn_buffer_bytes(store->like) : ksn_plane_bytes(chunk, store->like);
    int64_t *const sum = store->is_whole ? &d.whole_bytes : &d.ring_bytes;
    *sum = ksn_add(*sum, bytes);
    if (!store->is_whole && bytes > d.plane_bytes)
      d.plane_bytes = bytes;
    if (store->is_whole || s >= run->field_count)
      continue;
    d.in += run->fields[s].hidden ? 0 : (double)bytes;
    d.out += run->fields[s].written ? (double)bytes : 0;
  }
  return d;
}

// Planes of a ring besides two slabs.
static int64_t heldBy(const demand *d, int64_t passes) { return d->lag * passes + d->reach + d->ghosts + 1; }

// Of a pass, in a visit of so many.
static double timeOf(const ksn_run *run, const ksn_chunk *chunk, const demand *d, int64_t slab, int64_t passes) {
  const double planes = (double)(chunk->end - chunk->first), depth = run->info->depth;
  const double perCell = run->info->predicted_ns > 0 ? run->info->predicted_ns * 1e-9 : run->info->bytes_per_cell / 100e9;
  const double link = run->info->link_bytes > 0 ? run->info->link_bytes : 12e9;
  const double compute = perCell * run->cells * depth, launch = 5e-6 * planes / (double)slab;
  const double in = d->in * planes / link, out = d->out * planes / link, transfer = in > out ? in : out;
  const double lagging = compute * (double)(d->lag * passes) / (2 * planes); // after the last planes have come in
  return ksn_trade_time(compute, lagging + launch, transfer, (in + out) * (double)slab / planes, passes);
}

int ksn_size_chunk(const ksn_run *run, ksn_chunk *chunk, int64_t bytes, int64_t largest, const char *name, ksn_why *why) {
  const demand d = demandOf(run, chunk);
  const ksn_env *const env = ksn_environment();
  const int64_t wantedSlab = env->slab ? env->slab : run->info->slab;
  const int64_t wantedSteps = env->steps ? env->steps : run->info->visit_steps;
  const int64_t depth = run->info->depth, all = chunk->end - chunk->first;
  const int64_t needed = (run->steps + depth - 1) / depth, most = needed > 1 ? needed : 1;
  const int64_t byBytes = bytes > d.whole_bytes ? (bytes - d.whole_bytes) / d.ring_bytes : 0, byBuffer = largest / d.plane_bytes;
  const int64_t room = (byBytes < byBuffer ? byBytes : byBuffer) - 2 * d.ghosts;
  const int64_t least = ksn_add(d.whole_bytes, ksn_times(2 * (wantedSlab ? wantedSlab : 1) + heldBy(&d, 1) + 2 * d.ghosts, d.ring_bytes));
  double best = 0;
  chunk->slab = 0;
  for (int64_t passes = wantedSteps ? (wantedSteps + depth - 1) / depth : 1; passes <= most || chunk->slab == 0; passes++) {
    int64_t slab = (room - heldBy(&d, passes)) / 2;
    if (slab < 1 || slab < wantedSlab)
      break;
    slab = wantedSlab ? wantedSlab : slab > all ? all : slab;
    if (!wantedSlab && slab > 2 * d.tile)
      slab -= slab % d.tile;
    // Smaller ones may be better than what there is room for: less time passes before the first is there.
    for (;; slab = slab / 2 > d.tile ? slab / 2 / d.tile * d.tile : 0) {
      const double time = slab ? timeOf(run, chunk, &d, slab, passes) : best;
      if (slab && (!chunk->slab || time < best)) {
        best = time;
        chunk->slab = slab;
        chunk->passes = passes;
      }
      if (!slab || wantedSlab)
        break;
    }
    if (wantedSteps)
      break;
  }
  if (!chunk->slab)
    return ksn_because(why, "slabs of %lld plane%s, %lld step%s a visit, need %s on the device, %s has %s; use a larger device%s",
                       (long long)(wantedSlab ? wantedSlab : 1), wantedSlab > 1 ? "s" : "", (long long)(wantedSteps ? wantedSteps : depth),
                       (wantedSteps ? wantedSteps : depth) > 1 ? "s" : "", ksn_show_bytes(least).text, name, ksn_show_bytes(bytes).text,
                       wantedSlab || wantedSteps ? ", a smaller slab or fewer steps" : "");
  chunk->ghosts = d.ghosts;
  chunk->planes = 2 * chunk->slab + heldBy(&d, chunk->passes);
  return 0;
}

int64_t ksn_most_lag(const ksn_chunk *chunk) { return chunk->planes - 2 * chunk->slab - chunk->ghosts - 1; }
