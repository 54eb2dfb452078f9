// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkVisit.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Notes.h"
#include "report/Progress.h"
#include "stream/ChunkBlock.h"
#include "stream/ChunkKeep.h"
#include "stream/ChunkMove.h"
#include "stream/ChunkPlanes.h"
#include "stream/ChunkRing.h"
#include "stream/ChunkSize.h"
#include "stream/ChunkState.h"
#include <stdlib.h>
#include <string.h>

typedef struct visitor {
  ksn_run *run;
  ksn_chunk *chunk;
  int64_t in;   // planes before this one have come in
  int64_t *out; // by store: planes before this one have gone home; INT64_MAX: none of them has to
  // Behind what the last slabs have there; in KSN_LANE_WORK: in any of the workers'.
  void *marks[KSN_LANES][KSN_WORKERS + 1];
  double before, after; // steps made
  ksn_chunk next;       // where rings go on; without planes: nothing of the next visit comes early
  int64_t early;        // its planes before this one have come
} visitor;

static const ksn_buffers *buffersOf(const visitor *v) { return v->chunk->device->buffers; }

static void check(const visitor *v, int code, const char *what) { ksn_check_device(v->run, code, what); }

static int64_t leastOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }

double ksn_steps_made(const ksn_run *run) {
  const ksn_chunk *const chunk = run->state->chunk;
  const double counted = (double)run->state->steps; // fewer than were made when one is undone
  return chunk && chunk->made < counted ? chunk->made : counted;
}

// ---- Launches
static void launchPart(const visitor *v, int lane, const ksn_noted *note, int64_t from, int64_t until) {
  const ksn_window *const window = note->of.window;
  ksn_view *const views = ksn_allocate((size_t)window->count + 1, sizeof *views);
  for (int b = 0; b < window->count; b++) {
    const ksn_store *const has = note->stores[b];
    views[b] = (ksn_view){has->block, ksn_shift_at(v->chunk, has, from), (int64_t)ksn_size_of(has->like->type)};
  }
  ksn_start_planes(v->run, v->chunk->device, lane, &note->of, from, until, views, v->chunk->width ? &note->rows : NULL);
  free(views);
  for (int b = 0; b < window->count; b++)
    if (window->reach[b].writes)
      ksn_repeat_planes(v->run, v->chunk, lane, note->stores[b], from, until);
}

// Planes that lie in one round of each ring at a time.
static int64_t seamBehind(const visitor *v, const ksn_noted *note, int64_t from, int64_t end) {
  for (int b = 0; b < note->of.window->count; b++)
    if (!note->stores[b]->is_whole)
      end = leastOf(end, ksn_seam_behind(v->chunk, note->stores[b], from));
  return end;
}

static void launchPlanes(const visitor *v, int lane, const ksn_noted *note, int64_t from, int64_t end) {
  const int hasRows = !v->chunk->width || note->rows.from < note->rows.end;
  while (from < end && hasRows) {
    const int64_t until = seamBehind(v, note, from, end);
    launchPart(v, lane, note, from, until);
    from = until;
  }
}

static int64_t doneBehind(const ksn_noted *note, int64_t plane) {
  return leastOf(mostOf(plane - note->lag, note->done), note->of.hi);
}

static int isDone(const ksn_noted *note) { return note->done == note->of.hi; }
static int64_t doneUntil(const ksn_noted *note) { return isDone(note) ? INT64_MAX : note->done; }

// ---- What is needed still
static int64_t lowestNeeded(const visitor *v) {
  int64_t low = INT64_MAX;
  for (const ksn_noted *note = v->chunk->notes; note; note = note->next) {
    int64_t back = 0;
    for (int b = 0; b < note->of.window->count; b++)
      back = mostOf(back, note->of.window->reach[b].back);
    if (!isDone(note))
      low = leastOf(low, doneUntil(note) - back);
  }
  for (int f = 0; f < v->run->field_count + v->run->spare_count; f++)
    if (v->out[f] < v->chunk->stores[f].like->hi[v->chunk->axis])
      low = leastOf(low, v->out[f]);
  return low;
}

static int64_t finalUntil(const visitor *v, const ksn_store *has, int64_t slab) {
  int64_t end = leastOf(v->chunk->first + (slab + 1) * v->chunk->slab, has->like->hi[v->chunk->axis]);
  for (const ksn_noted *note = v->chunk->notes; note; note = note->next)
    for (int b = 0; b < note->of.window->count; b++)
      if (note->stores[b] == has && note->of.window->reach[b].writes)
        end = leastOf(end, doneUntil(note));
  return end;
}

// ---- The lanes
static void followMark(const visitor *v, int lane, void *mark) {
  if (mark)
    check(v, buffersOf(v)->follow(v->run, lane, mark), "waiting for a slab");
}

static int64_t slotOf(const visitor *v, int64_t slab) { return slab % (v->chunk->workers + 1); }

static void follow(const visitor *v, int lane, int of, int64_t slab) {
  if (slab >= 0)
    followMark(v, lane, v->marks[of][slotOf(v, slab)]);
}

static void markAt(const visitor *v, int lane, void **at) {
  if (*at)
    buffersOf(v)->forget(*at);
  *at = NULL;
  check(v, buffersOf(v)->mark(v->run, lane, at), "marking a slab");
}

static void comeIn(visitor *v, int64_t slab) {
  const ksn_chunk *const chunk = v->chunk;
  const int64_t end = leastOf(chunk->first + (slab + 1) * chunk->slab, chunk->end);
  follow(v, KSN_LANE_IN, KSN_LANE_OUT, slab - chunk->workers - 1); // which was behind the work
  if (end > v->in) {
    for (int s = 0; s < v->run->field_count + v->run->spare_count; s++) {
      const ksn_field home = ksn_at_store(&chunk->stores[s]);
      if (chunk->stores[s].is_loaded)
        ksn_move_planes(v->run, v->chunk, KSN_LANE_IN, &chunk->stores[s], &home,
                        mostOf(v->in, chunk->stores[s].arrived), end);
    }
    v->in = end;
  }
  markAt(v, KSN_LANE_IN, &v->marks[KSN_LANE_IN][slotOf(v, slab)]);
}

// ---- For the next visit, while the last planes of this one are made and the link has nothing to bring for them

// Nobody writes it, so it comes as it will then.
static int comesEarly(const visitor *v, const ksn_store *has) {
  return v->next.planes && has->is_loaded && has->block && !has->like->written;
}

// Rings of a visit that uses other arrays than this one lie elsewhere.
static ksn_chunk nextOf(const ksn_run *run, const ksn_chunk *chunk) {
  const int isLast = run->steps - (int64_t)run->state->steps <= chunk->passes * run->info->depth;
  int isAlike = chunk->goes_on && !chunk->width && !ksn_is_ring(chunk);
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    isAlike &= !isLast || chunk->stores[s].is_usual || chunk->stores[s].is_whole;
  return isAlike ? ksn_next_visit(chunk) : (ksn_chunk){0};
}

// About as many planes as come in the time that the launches take which are left, if there is room for them behind the
// lowest plane that is needed still.
static void comeEarly(visitor *v, int64_t lowest) {
  const ksn_chunk *const chunk = v->chunk;
  int64_t all = 0, left = 0;
  for (const ksn_noted *note = chunk->notes; note; note = note->next, all++)
    left += !isDone(note);
  const int64_t free = lowest == INT64_MAX ? v->next.first : v->next.origin + lowest - chunk->origin;
  const int64_t end = leastOf(leastOf(v->early + chunk->slab * left / all, free + chunk->planes), chunk->end);
  for (int s = 0; s < v->run->field_count; s++) {
    const ksn_field home = ksn_at_store(&chunk->stores[s]);
    if (comesEarly(v, &chunk->stores[s]))
      ksn_move_planes(v->run, &v->next, KSN_LANE_IN, &chunk->stores[s], &home, v->early, end);
  }
  v->early = mostOf(v->early, end);
}

// Slabs are worked at side by side. In the original's order a launch comes before all later ones, of any slab, and yet
// those of the slabs before have been made here when it is: so it depends on none of them, and need only wait for
// itself and earlier ones.
static void work(visitor *v, int64_t slab) {
  const ksn_chunk *const chunk = v->chunk;
  const int64_t behind = chunk->first + (slab + 1) * chunk->slab;
  const int lane = KSN_LANE_WORK + (int)(slab % chunk->workers);
  follow(v, lane, KSN_LANE_IN, slab);
  for (ksn_noted *note = chunk->notes; note; note = note->next) {
    const int64_t until = doneBehind(note, behind);
    followMark(v, lane, note->mark);
    launchPlanes(v, lane, note, note->done, until);
    if (chunk->workers > 1)
      markAt(v, lane, &note->mark);
    note->done = until;
  }
  markAt(v, lane, &v->marks[KSN_LANE_WORK][slotOf(v, slab)]);
}

static const ksn_field *fieldOf(const ksn_run *run, const ksn_store *has) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].mem == has)
      return &run->fields[f];
  return NULL;
}

// Where what the store holds in the end belongs: its field's home, or, where no field has it yet, a place of its own.
static ksn_field homeOf(const visitor *v, ksn_store *has) {
  const ksn_field *const field = fieldOf(v->run, has);
  ksn_field out = *has->like;
  if (field) {
    out.home = field->home;
    out.apart = field->apart;
    return out;
  }
  const int64_t size = (int64_t)ksn_size_of(has->like->type);
  if (!has->shadow && posix_memalign(&has->shadow, 4096, (size_t)ksn_buffer_bytes(has->like)))
    ksn_fail_region(v->run->info, "a copy of %s (%s) cannot be allocated; use a smaller grid", has->like->name,
                    ksn_show_bytes(ksn_buffer_bytes(has->like)).text);
  out.home = (char *)has->shadow - ksn_lowest(has->like) * size;
  out.apart = 1;
  return out;
}

// The device has enough to do with the slabs behind this one; so the queue stays short, and progress is seen.
static void await(const visitor *v, int64_t slab) {
  const ksn_chunk *const chunk = v->chunk;
  if (slab < 0)
    return;
  check(v, buffersOf(v)->await(v->run, v->marks[KSN_LANE_OUT][slotOf(v, slab)]), "a slab");
  const double planes = (double)(chunk->end - chunk->first + chunk->lag), done = (double)((slab + 1) * chunk->slab);
  v->chunk->made = v->before + (v->after - v->before) * (done < planes ? done / planes : 1);
  ksn_show_progress(v->run, ksn_steps_made(v->run), 0);
}

static int goOut(visitor *v, int64_t slab) {
  int left = 0;
  follow(v, KSN_LANE_OUT, KSN_LANE_WORK, slab);
  for (int s = 0; s < v->run->field_count + v->run->spare_count; s++) {
    ksn_store *const has = &v->chunk->stores[s];
    const int64_t end = finalUntil(v, has, slab);
    if (end > v->out[s]) {
      const ksn_field home = homeOf(v, has);
      ksn_move_planes(v->run, v->chunk, KSN_LANE_OUT, has, &home, v->out[s], end);
      v->out[s] = end;
    }
    left |= v->out[s] < has->like->hi[v->chunk->axis];
  }
  await(v, slab - v->chunk->workers - 1);
  markAt(v, KSN_LANE_OUT, &v->marks[KSN_LANE_OUT][slotOf(v, slab)]);
  return left;
}

static int isLeft(const visitor *v) {
  for (const ksn_noted *note = v->chunk->notes; note; note = note->next)
    if (!isDone(note))
      return 1;
  return v->in < v->chunk->end;
}

// The ring must hold all from the lowest plane that is needed when the slab before the last is done.
static void checkRoom(const visitor *v, int64_t lowest, int64_t slab) {
  const ksn_chunk *const chunk = v->chunk;
  const int64_t end = leastOf(chunk->first + (slab + 1) * chunk->slab, chunk->end);
  const int64_t planes = chunk->planes * (chunk->width ? chunk->segments : 1);
  if (end > v->in && lowest != INT64_MAX && end > lowest + planes)
    ksn_fail_region(v->run->info, "internal: planes %lld to %lld don't fit in a ring of %lld", (long long)lowest,
                    (long long)end, (long long)planes);
}

static void makeVisit(visitor *v) {
  int64_t lowest[KSN_WORKERS]; // when each of the last slabs was done
  for (int w = 0; w < KSN_WORKERS; w++)
    lowest[w] = v->chunk->first;
  int left = 1;
  comeIn(v, 0);
  for (int64_t slab = 0; left || isLeft(v); slab++) {
    int64_t *const low = &lowest[slab % v->chunk->workers];
    checkRoom(v, *low, slab + 1);
    comeIn(v, slab + 1); // first: starting the launches may take as long as they do
    if (v->next.planes && v->in == v->chunk->end)
      comeEarly(v, *low);
    work(v, slab);
    left = goOut(v, slab);
    *low = lowestNeeded(v);
  }
  for (int lane = 0; lane < KSN_LANES; lane++)
    for (int slot = 0; slot <= v->chunk->workers; slot++)
      if (v->marks[lane][slot])
        buffersOf(v)->forget(v->marks[lane][slot]);
  memset(v->marks, 0, sizeof v->marks);
  check(v, buffersOf(v)->finish(v->run), "a visit");
}

static void forget(ksn_chunk *chunk) {
  for (ksn_noted *note = chunk->notes; note;) {
    ksn_noted *const next = note->next;
    if (note->mark)
      chunk->device->buffers->forget(note->mark);
    ksn_forget_launch(&note->of);
    free(note->stores);
    free(note);
    note = next;
  }
  chunk->notes = chunk->last = NULL;
  chunk->behind = &chunk->notes;
  chunk->noted = chunk->lag = 0;
}

static void begin(visitor *v) {
  ksn_chunk *const chunk = v->chunk;
  v->in = chunk->first;
  for (int s = 0; s < v->run->field_count + v->run->spare_count; s++)
    v->out[s] = chunk->stores[s].goes ? chunk->stores[s].like->lo[chunk->axis] : INT64_MAX;
  for (ksn_noted *note = chunk->notes; note; note = note->next)
    note->done = note->of.lo;
}

// Each block makes all of the visit's launches.
static void makeBlocks(visitor *v) {
  ksn_chunk *const chunk = v->chunk;
  const double before = v->before, perRow = (v->after - before) / (double)(chunk->rows_end - chunk->rows_first);
  for (int64_t row = chunk->rows_first; row < chunk->rows_end; row += chunk->width) {
    const int isLast = row + chunk->width >= chunk->rows_end;
    if (!isLast)
      ksn_find_rows(v->run, chunk, row + chunk->width);
    const int64_t next = isLast ? chunk->rows_end : chunk->there.from;
    ksn_find_rows(v->run, chunk, row);
    ksn_keep_rows(v->run, chunk, next);
    v->before = before + perRow * (double)(row - chunk->rows_first);
    v->after = v->before + perRow * (double)(chunk->own.end - row);
    begin(v);
    makeVisit(v);
  }
}

void ksn_visit(ksn_run *run, ksn_chunk *chunk) {
  const int count = run->field_count + run->spare_count;
  if (ksn_is_ring(chunk))
    ksn_go_round(run, chunk);
  ksn_check_device(run, ksn_make_rings(run, chunk), "finding memory for the planes of a visit");
  visitor v = {.run = run,
               .chunk = chunk,
               .in = chunk->first,
               .before = ksn_steps_made(run),
               .next = nextOf(run, chunk),
               .early = chunk->first};
  v.after = (double)run->state->steps;
  v.out = ksn_allocate((size_t)count, sizeof *v.out);
  for (int s = 0; s < count; s++) {
    ksn_store *const has = &chunk->stores[s];
    has->goes =
        has->track.is_written && (has->is_fresh || fieldOf(run, has)) && !(has->like->renewed && chunk->goes_on);
  }
  begin(&v);
  if (chunk->width)
    makeBlocks(&v);
  else
    makeVisit(&v);
  for (int s = 0; s < count; s++) {
    ksn_store *const has = &chunk->stores[s];
    if (has->goes) {
      const ksn_field home = homeOf(&v, has);
      has->home = home.home;
      has->apart = home.apart;
    }
    has->arrived = comesEarly(&v, has) ? v.early : chunk->first;
    has->is_used = has->is_loaded = 0;
    has->track = (ksn_track){0};
  }
  free(v.out);
  if (ksn_is_ring(chunk))
    ksn_forget_first(run, chunk);
  if (v.next.planes)
    chunk->origin = v.next.origin;
  chunk->visits++;
  forget(chunk);
}
