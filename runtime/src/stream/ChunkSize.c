// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkSize.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Notes.h"
#include "stream/ChunkBlock.h"
#include "stream/ChunkCost.h"
#include "stream/ChunkPlanes.h"
#include <string.h>

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

static int64_t leastOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }

static void findDemand(const ksn_run *run, ksn_chunk *chunk) {
  const double kUsualLaunch = 5e-6; // seconds
  const ksn_info *const info = run->info;
  const int isSweep = !strcmp(info->family, "sweep");
  chunk->tile = 1;
  for (int k = 0; k < info->window_count; k++) {
    const ksn_window *const window = &info->windows[k];
    const extent e = extentOf(window);
    const int64_t most = e.back > e.ahead ? e.back : e.ahead, ghosts = most + window->slack;
    // Sweeps: a pass launches each of them, one behind what the others have made and read. Else it launches one.
    chunk->pass_lag = isSweep ? chunk->pass_lag + e.back + e.ahead : mostOf(chunk->pass_lag, most);
    chunk->reach = most > chunk->reach ? most : chunk->reach;
    chunk->ghosts = ghosts > chunk->ghosts ? ghosts : chunk->ghosts;
    chunk->tile = window->tile > chunk->tile ? window->tile : chunk->tile;
  }
  chunk->launches = isSweep ? info->window_count : 1;
  chunk->cost[0] = chunk->cost[1] = kUsualLaunch;
  chunk->in_core = chunk->whole_bytes = ksn_table_bytes(run);
  chunk->ghosts++;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    ksn_store *const store = &chunk->stores[s];
    store->is_usual = !info->usual || info->usual[s];
    chunk->in_core = ksn_add(chunk->in_core, ksn_taken_bytes(ksn_buffer_bytes(store->like)));
    if (store->is_whole)
      chunk->whole_bytes = ksn_add(chunk->whole_bytes, ksn_taken_bytes(ksn_buffer_bytes(store->like)));
    if (store->is_whole || s >= run->field_count || !store->is_usual)
      continue;
    const double bytes = (double)ksn_plane_bytes(chunk, store->like);
    const ksn_field *const field = &run->fields[s];
    chunk->in += field->hidden || field->renewed ? 0 : bytes;
    chunk->out += field->written && !field->renewed ? bytes : 0;
  }
}

static int64_t leastBytes(const ksn_run *run, const ksn_chunk *chunk, int64_t slab, int64_t passes) {
  ksn_chunk small = *chunk; // rings that end where they like
  small.granule = 0;
  small.largest = INT64_MAX;
  const int64_t planes = ksn_ring_planes(&small, 1, slab, ksn_lag_of(chunk, passes));
  return ksn_add(chunk->whole_bytes, ksn_rings_bytes(run, &small, KSN_ALL, planes));
}

static int64_t wantedSlab(const ksn_run *run) {
  const ksn_env *const env = ksn_environment();
  return env->slab ? env->slab : run->info->slab;
}

static int64_t wantedSteps(const ksn_run *run) {
  const ksn_env *const env = ksn_environment();
  return env->steps ? env->steps : run->info->visit_steps;
}

// There is room for.
static int64_t slabFor(const ksn_chunk *chunk, ksn_which of, int workers, int64_t passes) {
  return (chunk->room[of] - ksn_planes_behind(chunk, ksn_lag_of(chunk, passes))) / (workers + 1);
}

// The best slab for so many lanes and passes, if it is better than what is planned.
// `isFree`: so many passes aren't asked for.
static void tryPasses(const ksn_run *run, ksn_chunk *chunk, int workers, int64_t passes, int isFree, double *best) {
  enum { kShorter = 2 }; // times: slabs of the last visit, which may have more arrays
  const int64_t wanted = wantedSlab(run), last = slabFor(chunk, KSN_ALL, workers, passes);
  int64_t slab = slabFor(chunk, KSN_USUAL, workers, passes);
  if (slab < 1 || slab < wanted || last < 1)
    return;
  const int64_t most = isFree ? kShorter * last : INT64_MAX;
  slab = wanted ? wanted : leastOf(slab, leastOf(chunk->end - chunk->first, most));
  if (!wanted && slab > chunk->tile)
    slab -= slab % chunk->tile;
  // Smaller ones may be better than what there is room for: less time passes before the first is there.
  for (; slab; slab = slab / 2 > chunk->tile && !wanted ? slab / 2 / chunk->tile * chunk->tile : 0) {
    const double time = ksn_pass_time(run, chunk, workers, slab, passes);
    if (chunk->planned && time >= *best)
      continue;
    *best = time;
    chunk->planned = slab;
    chunk->passes = passes;
    chunk->workers = workers;
  }
}

// The best for so many steps a visit, or, with 0, for any, but not fewer passes than are noted already.
static int plan(const ksn_run *run, ksn_chunk *chunk, int64_t steps) {
  const int64_t depth = run->info->depth;
  const int64_t needed = run->steps > depth ? (run->steps + depth - 1) / depth : 1;
  const int64_t asked = steps ? (steps + depth - 1) / depth : 1, least = asked > chunk->noted ? asked : chunk->noted;
  const int64_t most = steps ? least : needed;
  chunk->room[KSN_USUAL] = ksn_ring_room(run, chunk, KSN_USUAL);
  chunk->room[KSN_ALL] = ksn_ring_room(run, chunk, KSN_ALL);
  const int several = chunk->device->buffers->workers;
  double best = 0;
  chunk->planned = 0;
  for (int64_t passes = least;
       passes <= most && ksn_planes_behind(chunk, ksn_lag_of(chunk, passes)) < chunk->room[KSN_USUAL]; passes++) {
    const int64_t visits = (needed + passes - 1) / passes;
    if (!steps && passes > (needed + visits - 1) / visits)
      continue; // fewer do
    // Few lanes leave room for larger slabs.
    for (int workers = 1; workers <= several; workers = workers == 2 && several > 2 ? several : workers + 1)
      tryPasses(run, chunk, workers, passes, !steps, &best);
  }
  return chunk->planned > 0;
}

// A ring that ends where it likes may fit where one of whole granules doesn't.
static int planRings(const ksn_run *run, ksn_chunk *chunk, int64_t steps) {
  const int64_t granule = chunk->granule;
  if (plan(run, chunk, steps))
    return 1;
  chunk->granule = 0;
  if (granule && plan(run, chunk, steps))
    return 1;
  chunk->granule = granule;
  return 0;
}

// Where no slab fits.
static int planBlocks(const ksn_run *run, ksn_chunk *chunk) {
  chunk->granule = 0;
  const int64_t depth = run->info->depth, steps = wantedSteps(run) ? wantedSteps(run) : run->steps;
  const int64_t most = steps > depth ? (steps + depth - 1) / depth : 1, least = wantedSteps(run) ? most : 1;
  const int64_t noted = chunk->noted > least ? chunk->noted : least;
  return ksn_plan_blocks(run, chunk, wantedSlab(run), noted, noted > most ? noted : most);
}

static int refuse(const ksn_run *run, ksn_chunk *chunk, ksn_why *why) {
  const int64_t slab = wantedSlab(run) ? wantedSlab(run) : 1, depth = run->info->depth;
  const int64_t steps = wantedSteps(run) > depth ? wantedSteps(run) : depth, passes = (steps + depth - 1) / depth;
  const int64_t whole = leastBytes(run, chunk, slab, passes), blocks = ksn_block_bytes(run, chunk, slab, passes);
  const char *less = "";
  if (slab > 1)
    less = ", a smaller slab or fewer steps";
  else if (steps > depth)
    less = " or fewer steps";
  return ksn_because(
      why, "slabs of %lld plane%s%s, %lld step%s a visit, need %s on the device, %s has %s; use a larger device%s",
      (long long)slab, slab > 1 ? "s" : "", blocks < whole ? " in blocks" : "", (long long)steps, steps > 1 ? "s" : "",
      ksn_show_enough(blocks < whole ? blocks : whole).text, chunk->name, ksn_show_bytes(chunk->all_bytes).text, less);
}

// Where rings have so many that what is rounded up doesn't count, and where one is really had.
static int64_t granuleFor(const ksn_run *run, const ksn_chunk *chunk) {
  enum { kMany = 64 };
  const ksn_buffers *const buffers = chunk->device->buffers;
  const int64_t granule = buffers->granule ? buffers->granule(run) : 0, rings = run->field_count + run->spare_count;
  void *block = NULL;
  if (!granule || ksn_times(granule, kMany * rings) > chunk->bytes || buffers->take_ring(run, granule, &block))
    return 0;
  buffers->give(block);
  return granule;
}

int ksn_size_chunk(const ksn_run *run, ksn_chunk *chunk, ksn_why *why) {
  findDemand(run, chunk);
  const int64_t blocks = ksn_block_bytes(run, chunk, 1, 1);
  chunk->least = leastBytes(run, chunk, 1, 1);
  chunk->least = blocks < chunk->least ? blocks : chunk->least;
  chunk->bytes = chunk->all_bytes > chunk->whole_bytes ? chunk->all_bytes - chunk->whole_bytes : 0;
  chunk->granule = granuleFor(run, chunk);
  // That so many steps don't fit isn't certain yet.
  return planRings(run, chunk, wantedSteps(run)) || planRings(run, chunk, 0) || planBlocks(run, chunk)
             ? 0
             : refuse(run, chunk, why);
}

void ksn_learn_chunk(ksn_run *run, ksn_chunk *chunk) {
  if (chunk->width)
    return;
  ksn_chunk known = *chunk;
  known.waves = 0;
  int64_t count = 0;
  for (const ksn_noted *note = chunk->notes; note; note = note->next, count++) {
    const ksn_buffers *const buffers = chunk->device->buffers;
    const int64_t resident =
        buffers->resident ? buffers->resident(run, ksn_kernel_for(note->of.window, INT64_MAX), note->of.group) : 0;
    const double groups = (double)(note->of.groups[0] * note->of.groups[1] * note->of.groups[2]);
    if (resident > 0 && note->of.hi > note->of.lo)
      known.waves += groups / (double)resident / (double)(note->of.hi - note->of.lo);
  }
  known.waves /= (double)count;
  known.launches = (double)count / (double)chunk->noted;
  const int64_t grown = chunk->lag - chunk->first_lag, passes = chunk->noted - 1;
  if (passes > 0) {
    known.pass_lag = (grown + passes - 1) / passes;
    known.more_lag = chunk->first_lag > known.pass_lag ? chunk->first_lag - known.pass_lag : 0;
  }
  known.cost[0] = ksn_launch_cost(run, 1);
  known.cost[1] =
      chunk->device->buffers->workers > 1 ? ksn_launch_cost(run, chunk->device->buffers->workers) : known.cost[0];
  known.link = ksn_link_rate(run, chunk);
  ksn_why why;
  if (planRings(run, &known, wantedSteps(run)) || (wantedSteps(run) && planBlocks(run, &known)))
    *chunk = known;
  else if (wantedSteps(run) && refuse(run, &known, &why))
    ksn_fail_region(run->info, "the arrays cannot be streamed through the device: %s", why.text);
}

// ---- The rings of a visit

static int hasRing(const ksn_store *store) { return !store->is_whole && store->is_used; }

// One slab for each lane that works, one that comes in, and what lies between the first launch that looks at the store
// and the last one: much less than from what comes in to what goes home, where the last passes alone use it. Else it is
// as long as the others are, since a launch is in two parts at each seam.
static int64_t ringFor(const ksn_chunk *chunk, const ksn_store *store, int64_t slab) {
  const int64_t visit = ksn_visit_lag(chunk), uses = store->until_lag - store->from_lag;
  const int isShort = !store->is_loaded && uses <= visit / 2;
  return ksn_whole_units(ksn_ring_planes(chunk, chunk->workers, slab, isShort ? uses : visit),
                         ksn_store_unit(chunk, store));
}

static int fits(const ksn_run *run, const ksn_chunk *chunk, int64_t slab) {
  int64_t all = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    const int64_t bytes = hasRing(store) ? ksn_ring_bytes(chunk, store, ringFor(chunk, store, slab)) : 0;
    all = ksn_add(all, bytes);
    if (bytes > chunk->largest)
      return 0;
  }
  return all <= chunk->bytes;
}

// The longest that there is room for, up to what is planned: of whole tiles, as planned, since a launch with a part of
// one takes nearly as long.
static int64_t slabOfVisit(const ksn_run *run, const ksn_chunk *chunk) {
  int64_t slab = 1, more = chunk->planned;
  while (slab < more) {
    const int64_t middle = more - (more - slab) / 2;
    if (fits(run, chunk, middle))
      slab = middle;
    else
      more = middle - 1;
  }
  return slab > chunk->tile && !wantedSlab(run) ? slab - slab % chunk->tile : slab;
}

int ksn_make_rings(ksn_run *run, ksn_chunk *chunk) {
  if (chunk->width) {
    chunk->slab = chunk->planned;
    return ksn_make_banks(run, chunk);
  }
  const ksn_buffers *const buffers = chunk->device->buffers;
  const int count = run->field_count + run->spare_count;
  chunk->unit = ksn_ring_unit(run, chunk, KSN_USED);
  const int64_t slab = slabOfVisit(run, chunk),
                planes = ksn_whole_units(ksn_ring_planes(chunk, chunk->workers, slab, ksn_visit_lag(chunk)), 1);
  if (!fits(run, chunk, slab))
    ksn_fail_region(run->info, "internal: slabs of %lld planes don't fit", (long long)slab);
  int same = planes == chunk->planes && (chunk->first - chunk->origin) % chunk->unit == 0;
  for (int s = 0; s < count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    same &= !hasRing(store) || (store->block && store->planes == ringFor(chunk, store, slab));
  }
  if (same)
    return 0;
  for (int s = 0; s < count; s++)
    if (!chunk->stores[s].is_whole && chunk->stores[s].block) {
      buffers->give(chunk->stores[s].block);
      chunk->stores[s].block = NULL;
    }
  chunk->slab = slab;
  chunk->planes = planes;
  chunk->origin = chunk->first;
  int64_t taken = ksn_table_bytes(run);
  for (int s = 0; s < count; s++) {
    ksn_store *const store = &chunk->stores[s];
    store->arrived = chunk->first;
    if (store->is_whole || !store->is_used) {
      taken = ksn_add(taken, store->is_whole ? ksn_taken_bytes(ksn_buffer_bytes(store->like)) : 0);
      continue;
    }
    store->planes = ringFor(chunk, store, slab);
    const int64_t bytes = ksn_ring_bytes(chunk, store, store->planes);
    taken = ksn_add(taken, bytes);
    store->around = chunk->granule ? bytes / (int64_t)ksn_size_of(store->like->type) : 0;
    const int error =
        chunk->granule ? buffers->take_ring(run, bytes, &store->block) : buffers->take(run, 0, bytes, &store->block);
    if (!error)
      continue;
    store->block = NULL;
    return error;
  }
  run->state->memory = taken > run->state->memory ? taken : run->state->memory;
  return 0;
}
