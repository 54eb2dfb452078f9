// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Placement chunked as a device in front of the one that does the work: what a field or spare has as mem is its store,
// launches are noted, and a visit makes them when enough passes are noted, or when somebody wants to see what they do.
#include "stream/Chunk.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/Interrupt.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Lags.h"
#include "notes/Notes.h"
#include "stream/ChunkKeep.h"
#include "stream/ChunkPlanes.h"
#include "stream/ChunkRing.h"
#include "stream/ChunkSize.h"
#include "stream/ChunkVisit.h"
#include <stdlib.h>

static ksn_chunk *chunkOf(const ksn_run *run) { return run->state->chunk; }
static ksn_store *storeOf(const ksn_field *field) { return field->mem; }

// ---- What is noted

static int64_t lagOf(const ksn_noted *note) {
  int64_t lag = 0;
  for (int b = 0; b < note->of.window->count; b++) {
    const int64_t behind =
        note->stores[b]->is_whole ? 0 : ksn_lag_for(&note->stores[b]->track, &note->of.window->reach[b]);
    lag = lag > behind ? lag : behind;
  }
  return lag;
}

// What a field has now is nobody's when it has something else.
static void forgetFresh(const ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    storeOf(&run->fields[f])->is_fresh = 0;
}

static void noteUses(const ksn_run *run, const ksn_noted *note) {
  for (int b = 0; b < note->of.window->count; b++) {
    const ksn_reach *const reach = &note->of.window->reach[b];
    ksn_store *const store = note->stores[b];
    if (reach->writes && store->is_whole)
      ksn_fail_region(run->info, "internal: %s is written as a whole", store->like->name);
    store->from_lag = store->is_used && store->from_lag < note->lag ? store->from_lag : note->lag;
    store->until_lag = store->is_used && store->until_lag > note->lag ? store->until_lag : note->lag;
    store->is_used = 1;
    if (!store->track.is_written && reach->writes != KSN_COVERS)
      store->is_loaded = store->home && !store->is_whole;
    if (reach->writes)
      store->is_fresh = 1;
    ksn_track_use(&store->track, reach, note->lag);
  }
}

static void launch(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  (void)lane; // the slabs' workers have theirs
  ksn_chunk *const chunk = chunkOf(run);
  ksn_noted *const note = ksn_allocate(1, sizeof *note);
  ksn_note_launch(run, &note->of, kernel, groups, group, argCount, args);
  note->stores = ksn_allocate((size_t)note->of.window->count + 1, sizeof *note->stores);
  for (int b = 0; b < note->of.window->count; b++)
    note->stores[b] = note->of.mems[b];
  note->done = note->of.lo;
  note->lag = lagOf(note);
  forgetFresh(run);
  noteUses(run, note);
  if (note->lag > chunk->lag)
    chunk->lag = note->lag;
  if (!chunk->behind)
    chunk->behind = &chunk->notes;
  *chunk->behind = note;
  chunk->behind = &note->next;
  note->before = chunk->last;
  chunk->last = note;
}

// ---- The functions of a device

static void visit(ksn_run *run) {
  ksn_chunk *const chunk = chunkOf(run);
  if (chunk->notes)
    ksn_visit(run, chunk);
  chunk->made = (double)run->state->steps;
}

static void watch(ksn_chunk *chunk, int on) {
  if (chunk->watches == on)
    return;
  chunk->watches = on;
  (on ? ksn_watch_interrupts : ksn_unwatch_interrupts)();
}

static void bringHome(ksn_run *run) {
  for (int f = 0; f < run->field_count; f++) {
    ksn_field *const field = &run->fields[f];
    ksn_store *const has = storeOf(field);
    if (has->home == field->home || !has->home)
      continue;
    const ksn_field now = ksn_at_store(has);
    ksn_copy_homes(field, &now);
    has->home = field->home;
    has->apart = field->apart;
  }
}

// An array that comes home behind the last step only; NULL: there is none.
static const char *leftOut(const ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].renewed && run->fields[f].written)
      return run->fields[f].name;
  return NULL;
}

// Host code may take its time, and look at all arrays: an interrupt goes where it went without us.
static void store(ksn_run *run, int host) {
  bringHome(run);
  if (host <= 0)
    return;
  ksn_take_interrupt(run, NULL);
  watch(chunkOf(run), 0);
}

// Another pass like the ones noted needs as much more room as each of them took.
static int isVisitDue(const ksn_chunk *chunk) {
  const int64_t perPass = chunk->noted ? (chunk->lag + chunk->noted - 1) / chunk->noted : 0;
  return chunk->noted >= chunk->passes || chunk->lag + perPass > ksn_most_lag(chunk);
}

static void pass(ksn_run *run) {
  enum { kLearned = 3 }; // passes: buffers that take turns have had theirs
  ksn_chunk *const chunk = chunkOf(run);
  if (chunk->noted == 1)
    chunk->first_lag = chunk->lag;
  if (!chunk->visits && chunk->noted && (chunk->noted == kLearned || isVisitDue(chunk)))
    ksn_learn_chunk(run, chunk);
  if (isVisitDue(chunk)) {
    chunk->goes_on = 1;
    visit(run);
    chunk->goes_on = 0;
    bringHome(run);
    ksn_take_interrupt(run, leftOut(run));
  }
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    chunk->stores[s].is_fresh = 0;
  chunk->noted++;
}

static void fetch(ksn_run *run, int field) {
  (void)field; // hidden fields go home like others
  visit(run);
}

static void wait(ksn_run *run) { visit(run); }

// Planes that have come early are there as host code has found them.
static void forgetEarly(const ksn_run *run, ksn_chunk *chunk) {
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    chunk->stores[s].arrived = chunk->first;
}

static int bringWhole(const ksn_run *run, const ksn_store *has) {
  ksn_field whole = *has->like;
  whole.mem = has->block;
  const int error = ksn_move_field(run, KSN_LANE_WORK, &whole, 1);
  return error ? error : chunkOf(run)->device->buffers->finish(run);
}

// Arrays without planes stay on the device.
static void reload(ksn_run *run) {
  ksn_chunk *const chunk = chunkOf(run);
  for (int f = 0; f < run->field_count; f++)
    if (storeOf(&run->fields[f])->is_whole && (run->fields[f].host & 2))
      ksn_check_device(run, bringWhole(run, storeOf(&run->fields[f])), "copying what host code has written");
  forgetEarly(run, chunk);
  watch(chunk, 1);
}

static void discard(ksn_chunk *chunk) {
  free(chunk->stores);
  free(chunk->likes);
  free(chunk);
}

static void release(ksn_run *run) {
  ksn_chunk *const chunk = chunkOf(run);
  for (int s = 0; chunk->stores && s < run->field_count + run->spare_count; s++) {
    ksn_store *const has = &chunk->stores[s];
    if (has->block && has->is_whole)
      chunk->device->buffers->free(has->like, has->block);
    else if (has->block && !has->is_guest)
      chunk->device->buffers->give(has->block);
    ksn_forget_rows(has);
    free(has->shadow);
  }
  ksn_unpin_buffers(run);
  watch(chunk, 0);
  run->device = chunk->device;
  run->device->release(run);
  run->state->chunk = NULL;
  discard(chunk);
}

// Rings are found when a visit begins.
static int load(ksn_run *run, ksn_why *why) {
  ksn_chunk *const chunk = chunkOf(run);
  const ksn_buffers *const buffers = chunk->device->buffers;
  ksn_pin_buffers(run);
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    ksn_store *const has = &chunk->stores[s];
    if (!has->is_whole)
      continue;
    const int64_t bytes = ksn_buffer_bytes(has->like);
    int error = buffers->allocate(run, 0, has->like, &has->block);
    if (error) {
      has->block = NULL;
      return ksn_because(why, "no memory for %s (%s) on %s: error %d, %s", has->like->name, ksn_show_bytes(bytes).text,
                         buffers->name(run), error, buffers->error(error));
    }
    error = bringWhole(run, has);
    if (error)
      return ksn_because(why, "the arrays cannot be copied to %s: error %d, %s", buffers->name(run), error,
                         buffers->error(error));
  }
  for (int f = 0; f < run->field_count; f++)
    run->fields[f].mem = &chunk->stores[f];
  for (int s = 0; s < run->spare_count; s++)
    run->spares[s].mem = &chunk->stores[run->field_count + s];
  return 0;
}

// ---- Can the region be run so?

static int prepare(const ksn_run *run, ksn_chunk *chunk, ksn_why *why) {
  if (!chunk->device->buffers || !chunk->device->buffers->take)
    return ksn_because(why, "target %s has whole arrays on the device", run->info->target);
  if (!run->info->window_count)
    return ksn_because(why, KSN_WHOLE_ARRAYS);
  chunk->first = INT64_MAX;
  chunk->end = INT64_MIN;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const int isField = s < run->field_count;
    const ksn_field *const like = &run->fields[isField ? s : run->spares[s - run->field_count].like];
    ksn_store *const has = &chunk->stores[s];
    if (ksn_has_planes(like, chunk->axis, why))
      return -1;
    chunk->likes[s] = *like;
    *has = (ksn_store){.like = &chunk->likes[s],
                       .first = ksn_first_in_plane(like, chunk->axis),
                       .home = isField ? like->home : NULL,
                       .apart = like->apart};
    has->is_whole = like->stride[chunk->axis] == 0;
    if (has->is_whole || ksn_is_empty(like))
      continue;
    chunk->first = chunk->first < like->lo[chunk->axis] ? chunk->first : like->lo[chunk->axis];
    chunk->end = chunk->end > like->hi[chunk->axis] ? chunk->end : like->hi[chunk->axis];
  }
  chunk->origin = chunk->first;
  forgetEarly(run, chunk);
  return chunk->end > chunk->first ? ksn_closes(run, chunk, why) : ksn_because(why, "there are no planes");
}

ksn_visits ksn_visits_of(const ksn_run *run) {
  const ksn_chunk *const chunk = chunkOf(run);
  if (!chunk)
    return (ksn_visits){0};
  return (ksn_visits){.slab = chunk->planned,
                      .block = chunk->width,
                      .steps = chunk->passes * run->info->depth,
                      .count = chunk->visits,
                      .most_steps = (chunk->width ? chunk->passes : ksn_most_passes(run, chunk)) * run->info->depth,
                      .least_memory = chunk->least,
                      .whole_memory = chunk->in_core};
}

static const ksn_device kFunctions = {.load = load,
                                      .launch = launch,
                                      .pass = pass,
                                      .fetch = fetch,
                                      .wait = wait,
                                      .store = store,
                                      .reload = reload,
                                      .release = release};

int ksn_chunk_open(ksn_run *run, int64_t bytes, int64_t largest, const char *name, ksn_why *why) {
  ksn_chunk *const chunk = ksn_allocate(1, sizeof *chunk);
  chunk->device = run->device;
  chunk->axis = run->info->rank - 1;
  chunk->name = name;
  chunk->all_bytes = bytes;
  chunk->largest = largest;
  chunk->stores = ksn_allocate((size_t)(run->field_count + run->spare_count), sizeof *chunk->stores);
  chunk->likes = ksn_allocate((size_t)(run->field_count + run->spare_count), sizeof *chunk->likes);
  if (prepare(run, chunk, why) || ksn_size_chunk(run, chunk, why)) {
    discard(chunk);
    return -1;
  }
  run->state->chunk = chunk;
  run->state->memory = 0;
  ksn_stand_before(run, &chunk->face, &kFunctions);
  watch(chunk, 1);
  return 0;
}
