// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks, where no slab fits: a visit goes through the planes once for each of them, with some of their rows and as
// many more on both sides as its launches look at, which are made again by the blocks beside it.
//
// Kernels know the distance from plane to plane, so planes stay as far apart on the device as at home. In between lie
// the rows of other planes and of other arrays: a ring is cut into segments, each of so many planes, side by side.
//
//   plane:    0          1          2          3              segments of 4 planes; A has two of them, B too
//   memory:   A0A4B0B4.. A1A5B1B5.. A2A6B2B6.. A3A7B3B7..
#include "stream/ChunkBlock.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "stream/ChunkCost.h"
#include "stream/ChunkPlanes.h"
#include "stream/ChunkState.h"
#include <stdlib.h>
#include <string.h>

static int64_t leastOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }
static int sideOf(const ksn_chunk *chunk) { return chunk->axis - 1; }

// Bytes that the rows of a plane take, with what keeps rows at the same place within KSN_ROW elements.
static int64_t roomOf(const ksn_chunk *chunk, const ksn_field *field, int64_t rows) {
  enum { kAlign = KSN_ROW * 8 };
  const int64_t elements = ksn_add(ksn_times(rows, field->stride[sideOf(chunk)]), KSN_ROW);
  return ksn_times(ksn_add(ksn_times(elements, (int64_t)ksn_size_of(field->type)), kAlign - 1) / kAlign, kAlign);
}

// Bytes before and behind a bank's rows, that may be loaded and are not looked at.
static int64_t padOf(const ksn_chunk *chunk, const ksn_field *field) { return roomOf(chunk, field, chunk->side_slack); }

int ksn_has_blocks(const ksn_run *run, const ksn_chunk *chunk) {
  if (chunk->axis < 1 || ksn_is_ring(chunk))
    return 0;
  for (int k = 0; k < run->info->window_count; k++)
    if (!run->info->windows[k].side_tile)
      return 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_field *const like = chunk->stores[s].like;
    if (!chunk->stores[s].is_whole && (like->stride[sideOf(chunk)] < like->hi[0] - like->lo[0] || like->hidden))
      return 0;
  }
  return 1;
}

// ---- Where the rows of all stores lie: in banks, of which each is as wide as a plane

typedef struct layout {
  int64_t planes; // of a segment
  int64_t rows;   // at most
  int segments;
  int64_t bytes;   // of all banks
  int64_t largest; // of a bank
} layout;

static int64_t bankBytes(const ksn_chunk *chunk, const ksn_store *first, int64_t planes) {
  return ksn_taken_bytes(
      ksn_add(ksn_times(planes + 2 * chunk->ghosts, ksn_plane_bytes(chunk, first->like)), 2 * chunk->pad));
}

// Finds each store's bank, the number of the first store in it, and its place there.
// 0: the rows of a store are too many.
static int findBanks(const ksn_run *run, ksn_chunk *chunk, layout *l) {
  const int count = run->field_count + run->spare_count;
  l->bytes = l->largest = 0;
  for (int s = 0; s < count; s++)
    chunk->stores[s].bank_used = 0;
  for (int s = 0; s < count; s++) {
    ksn_store *const store = &chunk->stores[s];
    if (store->is_whole)
      continue;
    const int64_t plane = ksn_plane_bytes(chunk, store->like);
    store->room = roomOf(chunk, store->like, l->rows);
    const int64_t all = ksn_times(l->segments, store->room);
    if (all > plane)
      return 0;
    int bank = 0;
    while (bank < s && (!chunk->stores[bank].bank_used || ksn_plane_bytes(chunk, chunk->stores[bank].like) != plane ||
                        chunk->stores[bank].bank_used + all > plane))
      bank++;
    store->bank = bank;
    store->place = chunk->pad + chunk->stores[bank].bank_used;
    chunk->stores[bank].bank_used += all;
    if (bank < s)
      continue;
    l->bytes = ksn_add(l->bytes, bankBytes(chunk, store, l->planes));
    l->largest = mostOf(l->largest, bankBytes(chunk, store, l->planes));
  }
  return 1;
}

// The longest segments that there is room for; 0: not even the shortest.
static int longestSegments(const ksn_run *run, ksn_chunk *chunk, layout *l) {
  int64_t plane = 1;
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    if (!chunk->stores[s].is_whole)
      plane = mostOf(plane, ksn_plane_bytes(chunk, chunk->stores[s].like));
  int64_t least = chunk->ghosts - 1, more = chunk->ghosts + chunk->bytes / plane;
  while (least < more) {
    l->planes = more - (more - least) / 2;
    if (findBanks(run, chunk, l) && l->bytes <= chunk->bytes && l->largest <= chunk->largest)
      least = l->planes;
    else
      more = l->planes - 1;
  }
  l->planes = least;
  return least >= chunk->ghosts;
}

// ---- What is chosen

static int64_t rowsFor(const ksn_chunk *chunk, int64_t width, int64_t passes) {
  return leastOf(width + 2 * chunk->side_lag * passes, chunk->rows_end - chunk->rows_first);
}

static void findSides(const ksn_run *run, ksn_chunk *chunk) {
  const int isSweep = !strcmp(run->info->family, "sweep");
  chunk->side_lag = 0;
  for (int k = 0; k < run->info->window_count; k++) {
    const ksn_window *const window = &run->info->windows[k];
    int64_t side = 0;
    for (int b = 0; b < window->count; b++)
      side = mostOf(side, mostOf(window->reach[b].left, window->reach[b].right));
    chunk->side_lag = isSweep ? chunk->side_lag + side : mostOf(chunk->side_lag, side);
    chunk->side_slack = mostOf(chunk->side_slack, window->side_slack);
  }
  chunk->rows_first = INT64_MAX;
  chunk->rows_end = INT64_MIN;
  chunk->pad = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_field *const like = chunk->stores[s].like;
    if (chunk->stores[s].is_whole || ksn_is_empty(like))
      continue;
    chunk->rows_first = leastOf(chunk->rows_first, like->lo[sideOf(chunk)]);
    chunk->rows_end = mostOf(chunk->rows_end, like->hi[sideOf(chunk)]);
    chunk->pad = mostOf(chunk->pad, padOf(chunk, like));
  }
}

static int64_t nextMore(int64_t n) { return n + mostOf(1, n / 8); }

typedef void layout_visitor(void *context, const ksn_run *run, ksn_chunk *chunk, layout *l, int64_t width,
                            int64_t passes);

// All widths that so many passes can have, the widest first. The rows that come back from the block before are its own.
static void overLayouts(const ksn_run *run, ksn_chunk *chunk, int64_t passes, layout_visitor *visit, void *context) {
  enum { kMostSegments = 64 };
  const int64_t all = chunk->rows_end - chunk->rows_first;
  for (int64_t blocks = 2, last = 0; blocks <= all; blocks = nextMore(blocks)) {
    const int64_t width = (all + blocks - 1) / blocks;
    if (width < chunk->side_lag * passes)
      return;
    if (width == last)
      continue;
    last = width;
    layout l = {.rows = rowsFor(chunk, width, passes)};
    for (l.segments = 1; l.segments <= kMostSegments; l.segments++)
      visit(context, run, chunk, &l, width, passes);
  }
}

static int64_t planesFor(const ksn_run *run, const ksn_chunk *chunk, const layout *l, int64_t slab, int64_t passes) {
  const int64_t ring = 2 * slab + ksn_held_planes(run, chunk, passes);
  return mostOf(chunk->ghosts, (ring + l->segments - 1) / l->segments);
}

typedef struct choice {
  int64_t wanted; // planes of a slab, 0: any
  double time;
  int isFound;
} choice;

static void choose(void *context, const ksn_run *run, ksn_chunk *chunk, layout *l, int64_t width, int64_t passes) {
  choice *const best = context;
  if (!longestSegments(run, chunk, l))
    return;
  const int64_t room = (l->segments * l->planes - ksn_held_planes(run, chunk, passes)) / 2;
  if (room < 1 || room < best->wanted)
    return;
  const int64_t slab = best->wanted ? best->wanted : leastOf(room, chunk->end - chunk->first);
  const double time = ksn_pass_time(run, chunk, 1, slab, passes) * (double)l->rows / (double)width;
  if (best->isFound && time >= best->time)
    return;
  *best = (choice){best->wanted, time, 1};
  chunk->width = width;
  chunk->rows = l->rows;
  chunk->segments = l->segments;
  chunk->segment_planes = planesFor(run, chunk, l, slab, passes);
  chunk->planned = slab;
  chunk->passes = passes;
  chunk->workers = 1;
}

int ksn_plan_blocks(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t least, int64_t most) {
  choice best = {slab, 0, 0};
  if (!ksn_has_blocks(run, chunk))
    return 0;
  findSides(run, chunk);
  for (int64_t passes = least; passes <= most; passes = nextMore(passes))
    overLayouts(run, chunk, passes, choose, &best);
  return best.isFound;
}

typedef struct need {
  int64_t slab, bytes;
} need;

static void findNeed(void *context, const ksn_run *run, ksn_chunk *chunk, layout *l, int64_t width, int64_t passes) {
  (void)width;
  need *const n = context;
  l->planes = planesFor(run, chunk, l, n->slab, passes);
  if (findBanks(run, chunk, l))
    n->bytes = leastOf(n->bytes, l->bytes);
}

int64_t ksn_block_bytes(const ksn_run *run, ksn_chunk *chunk, int64_t slab, int64_t passes) {
  need n = {slab, INT64_MAX};
  if (!ksn_has_blocks(run, chunk))
    return INT64_MAX;
  findSides(run, chunk);
  overLayouts(run, chunk, passes, findNeed, &n);
  return ksn_add(n.bytes, chunk->whole_bytes);
}

int ksn_make_banks(ksn_run *run, ksn_chunk *chunk) {
  layout l = {.planes = chunk->segment_planes, .rows = chunk->rows, .segments = chunk->segments};
  if (chunk->planes == l.planes)
    return 0;
  if (!findBanks(run, chunk, &l))
    ksn_fail_region(run->info, "internal: blocks of %lld rows don't fit", (long long)l.rows);
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    ksn_store *const store = &chunk->stores[s];
    if (store->is_whole)
      continue;
    store->planes = l.planes;
    store->is_guest = store->bank != s;
    if (store->is_guest) {
      store->block = chunk->stores[store->bank].block;
      continue;
    }
    const int error = chunk->device->buffers->take(run, 0, bankBytes(chunk, store, l.planes), &store->block);
    if (!error)
      continue;
    store->block = NULL;
    return error;
  }
  chunk->planes = l.planes;
  run->state->memory = ksn_add(l.bytes, chunk->whole_bytes);
  return 0;
}

// ---- The rows that each launch makes

static void widen(ksn_rows_needed *rows, int64_t from, int64_t end) {
  rows->from = leastOf(rows->from, from);
  rows->end = mostOf(rows->end, end);
}

// Of a launch; those of what it looks at are needed then.
static void findRows(ksn_noted *note) {
  const ksn_window *const window = note->of.window;
  ksn_rows_needed rows = {INT64_MAX, INT64_MIN};
  for (int b = 0; b < window->count; b++)
    if (window->reach[b].writes)
      widen(&rows, note->stores[b]->needed.from, note->stores[b]->needed.end);
  note->rows.from = mostOf(rows.from, note->of.side_lo);
  note->rows.end = leastOf(rows.end, note->of.side_hi);
  if (note->rows.from >= note->rows.end)
    return;
  for (int b = 0; b < window->count; b++)
    if (!note->stores[b]->is_whole)
      widen(&note->stores[b]->needed, note->rows.from - window->reach[b].left, note->rows.end + window->reach[b].right);
}

void ksn_find_rows(const ksn_run *run, ksn_chunk *chunk, int64_t from) {
  const int64_t end = leastOf(from + chunk->width, chunk->rows_end);
  const int count = run->field_count + run->spare_count;
  for (int s = 0; s < count; s++)
    chunk->stores[s].needed =
        chunk->stores[s].goes ? (ksn_rows_needed){from, end} : (ksn_rows_needed){INT64_MAX, INT64_MIN};
  for (ksn_noted *note = chunk->last; note; note = note->before)
    findRows(note);
  chunk->own = (ksn_rows_needed){from, end};
  chunk->there = chunk->own;
  for (int s = 0; s < count; s++)
    widen(&chunk->there, chunk->stores[s].needed.from, chunk->stores[s].needed.end);
  chunk->there.from = mostOf(chunk->there.from, chunk->rows_first);
  chunk->there.end = leastOf(chunk->there.end, chunk->rows_end);
  if (chunk->there.end - chunk->there.from > chunk->rows)
    ksn_fail_region(run->info, "internal: rows %lld to %lld in blocks of %lld", (long long)chunk->there.from,
                    (long long)chunk->there.end, (long long)chunk->rows);
}
