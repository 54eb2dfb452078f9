// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "beside/Beside.h"
#include "base/Error.h"
#include "base/State.h"
#include "beside/Guard.h"
#include "beside/Trial.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Lags.h"
#include "notes/Notes.h"
#include "parts/Crew.h"
#include "ranks/Ranks.h"
#include "report/Report.h"
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct note {
  ksn_launched of;
  int64_t lag[2]; // behind the launches before it: from the first plane on, and from the last one back
  struct note *next;
} note;

// Of a call, by its label in the plan.
typedef struct place {
  int label;
  int is_seen;
  ksn_span apart; // planes that the call leaves alone; none where that isn't known
  struct place *next;
} place;

typedef struct ksn_beside {
  const ksn_device *device; // that does the work
  ksn_device face;          // what the run has for it
  int axis;                 // the slowest one
  note *notes, *last;
  int passes; // begun since the first note
  place *places;
  ksn_guard *guard; // set during the call; NULL: none is
  place *guarded;   // whose
  ksn_span inner;   // what the last guard was asked for
  ksn_span busy;    // planes that a call must leave alone while the other thread works
  ksn_trial trial;
  ksn_crew *crew; // one thread beside the caller's
  ksn_run run;    // for whom it works, as long as generated code is left
  atomic_int ends;
  int64_t low, high; // the middle's planes, of a launch without lag
  int is_working;
} ksn_beside;

static ksn_beside *besideOf(const ksn_run *run) { return run->state->beside; }

static void forgetNotes(ksn_beside *beside) {
  while (beside->notes) {
    note *const first = beside->notes;
    beside->notes = first->next;
    ksn_forget_launch(&first->of);
    free(first);
  }
  beside->last = NULL;
  beside->passes = 0;
}

// ---- What the launches do

typedef struct extents {
  ksn_span made; // planes that all launches make
  int64_t reach, lag, depth;
} extents;

typedef struct use {
  const void *mem;
  ksn_track track[2];
} use;

static use *useOf(use *uses, int *count, const void *mem) {
  for (int u = 0; u < *count; u++)
    if (uses[u].mem == mem)
      return &uses[u];
  uses[*count] = (use){.mem = mem};
  return &uses[(*count)++];
}

static void findLag(note *one, int side, use *uses, int *count) {
  const ksn_window *const window = one->of.window;
  one->lag[side] = 0;
  for (int pass = 0; pass < 2; pass++)
    for (int b = 0; b < window->count; b++) {
      const ksn_reach reach = side ? ksn_mirrored(&window->reach[b]) : window->reach[b];
      ksn_track *const track = &useOf(uses, count, one->of.mems[b])->track[side];
      if (pass)
        ksn_track_use(track, &reach, one->lag[side]);
      else
        one->lag[side] = ksn_max(one->lag[side], ksn_lag_for(track, &reach));
    }
}

static extents extentsOf(const ksn_beside *beside) {
  extents all = {{INT64_MIN, INT64_MAX}, 0, 0, 0};
  int most = 0, count = 0;
  for (const note *one = beside->notes; one; one = one->next)
    most += one->of.window->count;
  use *const uses = ksn_allocate((size_t)most + 1, sizeof *uses);
  for (note *one = beside->notes; one; one = one->next) {
    const ksn_window *const window = one->of.window;
    int64_t reach = 0;
    for (int b = 0; b < window->count; b++)
      reach = ksn_max(reach, ksn_max(window->reach[b].back, window->reach[b].ahead));
    for (int side = 0; side < 2; side++) {
      findLag(one, side, uses, &count);
      all.lag = ksn_max(all.lag, one->lag[side]);
    }
    all.made = ksn_common(all.made, (ksn_span){one->of.lo, one->of.hi});
    all.reach = ksn_max(all.reach, reach + window->slack);
    all.depth += reach;
  }
  free(uses);
  return all;
}

// ---- Making them

static void startPlanes(ksn_beside *beside, const note *one, ksn_span planes) {
  const ksn_launched *const of = &one->of;
  if (ksn_is_none(planes))
    return;
  ksn_view *const views = ksn_allocate((size_t)of->window->count + 1, sizeof *views);
  for (int b = 0; b < of->window->count; b++)
    views[b].block = of->mems[b];
  ksn_start_planes(&beside->run, beside->device, KSN_LANE_WORK, of, planes.from, planes.end, views, NULL);
  free(views);
}

static void cut(const ksn_beside *beside, const note *one, ksn_span parts[3]) {
  const ksn_span all = {one->of.lo, one->of.hi};
  const int64_t low = ksn_min(ksn_max(beside->low - one->lag[0], all.from), all.end);
  const int64_t high = ksn_max(ksn_min(beside->high + one->lag[1], all.end), low);
  parts[0] = (ksn_span){all.from, low};
  parts[1] = (ksn_span){low, high};
  parts[2] = (ksn_span){high, all.end};
}

// The other thread's: the caller waits for the ends.
static void work(void *context, int card) {
  ksn_beside *const beside = context;
  if (card == 0)
    return;
  for (int middle = 0; middle < 2; middle++) {
    for (const note *one = beside->notes; one; one = one->next) {
      ksn_span parts[3];
      cut(beside, one, parts);
      startPlanes(beside, one, parts[middle ? 1 : 0]);
      if (!middle)
        startPlanes(beside, one, parts[2]);
    }
    atomic_store(&beside->ends, 1);
  }
}

static void join(ksn_beside *beside) {
  if (!beside->is_working)
    return;
  ksn_crew_wait(beside->crew);
  beside->is_working = 0;
  forgetNotes(beside);
}

static void makeAll(ksn_run *run) {
  ksn_beside *const beside = besideOf(run);
  join(beside);
  beside->run = *run;
  for (const note *one = beside->notes; one; one = one->next)
    startPlanes(beside, one, (ksn_span){one->of.lo, one->of.hi});
  forgetNotes(beside);
}

// ---- The functions of a device

static void launch(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  (void)lane; // there is one
  ksn_beside *const beside = besideOf(run);
  join(beside);
  note *const one = ksn_allocate(1, sizeof *one);
  ksn_note_launch(run, &one->of, kernel, groups, group, argCount, args);
  *(beside->last ? &beside->last->next : &beside->notes) = one;
  beside->last = one;
}

// A call may come at the beginning of a step, behind the launches of the one before.
static void pass(ksn_run *run) {
  ksn_beside *const beside = besideOf(run);
  if (!beside->is_working && beside->notes && beside->passes++)
    makeAll(run);
  beside->device->pass(run);
}

static void fetch(ksn_run *run, int field) {
  makeAll(run);
  besideOf(run)->device->fetch(run, field);
}

static void wait(ksn_run *run) {
  makeAll(run);
  besideOf(run)->device->wait(run);
}

static void store(ksn_run *run, int host) {
  makeAll(run);
  besideOf(run)->device->store(run, host);
}

static void release(ksn_run *run) {
  ksn_beside *const beside = besideOf(run);
  join(beside);
  forgetNotes(beside);
  ksn_crew_close(beside->crew);
  ksn_trial_keep(run->info, &beside->trial);
  ksn_record_halo_calls(run->info, beside->trial.calls, beside->trial.beside);
  run->device = beside->device;
  while (beside->places) {
    place *const first = beside->places;
    beside->places = first->next;
    free(first);
  }
  free(beside);
  run->state->beside = NULL;
  run->device->release(run);
}

// ---- Calls

int ksn_goes_beside(const ksn_run *run) {
  const struct ksn_state *const state = run->state;
  if (state->beside)
    return 1;
  if (!run->device->on_host || state->parts || state->chunk || run->scratch_bytes || !run->info->window_count ||
      ksn_closes_to_ring(run))
    return 0;
  for (int f = 0; f < run->field_count; f++) {
    ksn_why why;
    if (!run->fields[f].hidden && ksn_has_planes(&run->fields[f], run->info->rank - 1, &why))
      return 0;
  }
  return 1;
}

static void open(ksn_run *run) {
  ksn_beside *const beside = ksn_allocate(1, sizeof *beside);
  beside->device = run->device;
  beside->axis = run->info->rank - 1;
  beside->face = *run->device;
  beside->face.launch = launch;
  beside->face.pass = pass;
  beside->face.fetch = fetch;
  beside->face.wait = wait;
  beside->face.store = store;
  beside->face.release = release;
  ksn_trial_begin(run->info, &beside->trial);
  run->state->beside = beside;
  run->device = &beside->face;
}

static place *placeOf(ksn_beside *beside, int label) {
  place *one = beside->places;
  while (one && one->label != label)
    one = one->next;
  if (one)
    return one;
  one = ksn_allocate(1, sizeof *one);
  one->label = label;
  one->next = beside->places;
  return beside->places = one;
}

static int allAreHome(const ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].written && run->fields[f].mem != run->fields[f].home)
      return 0;
  return 1;
}

// All is made, and nothing else goes on: what does the call touch?
static void watch(ksn_run *run, place *one) {
  ksn_beside *const beside = besideOf(run);
  if (one->is_seen || ksn_is_none(beside->inner))
    return;
  beside->guard = ksn_guard_set(run, beside->axis, beside->inner);
  beside->guarded = one;
  one->is_seen = 1;
}

static int startBeside(ksn_run *run, const place *one, const extents *all) {
  ksn_beside *const beside = besideOf(run);
  const int64_t thick = all->reach + all->lag;
  beside->low = one->apart.from + thick;
  beside->high = one->apart.end - thick;
  if (!one->is_seen || beside->low >= beside->high)
    return 0;
  if (!beside->crew)
    beside->crew = ksn_crew_open(2);
  if (!beside->crew)
    return 0;
  beside->busy = one->apart;
  beside->run = *run;
  atomic_store(&beside->ends, 0);
  beside->is_working = 1;
  ksn_crew_begin(beside->crew, work, beside);
  while (!atomic_load(&beside->ends))
    (void)sched_yield();
  return 1;
}

void ksn_halo_call_begins(ksn_run *run, int label) {
  if (!run->state->beside) { // what comes first was made as it came
    open(run);
    run->device->store(run, 1);
    return;
  }
  ksn_beside *const beside = besideOf(run);
  place *const one = placeOf(beside, label);
  const int isBeside = ksn_trial_calls(&beside->trial, label) && allAreHome(run);
  if (beside->is_working && ksn_contains(one->apart, beside->busy)) // one call behind the other
    return;
  join(beside);
  if (beside->notes) {
    const extents all = extentsOf(beside);
    if (isBeside && startBeside(run, one, &all)) {
      beside->trial.beside++;
      return;
    }
    const int64_t depth = ksn_max(all.depth, 1);
    beside->inner = (ksn_span){all.made.from + depth, all.made.end - depth};
    makeAll(run);
  }
  run->device->store(run, 1);
  watch(run, one);
}

static void refuse(const ksn_run *run, const char *name, int64_t plane) {
  if (ksn_trial_refused(run->info) || ksn_started_rank() > 0)
    return;
  char where[48] = "";
  if (plane >= 0)
    (void)snprintf(where, sizeof where, " in plane %lld", (long long)plane);
  ksn_say("%s (%s:%d): a call that neighbours(..) names touches %s%s, which is none of the planes next to halos; the "
          "steps wait for the call's end, as without the clause",
          run->info->name, run->info->file, run->info->line, name, where);
}

void ksn_halo_call_ends(ksn_run *run) {
  ksn_beside *const beside = besideOf(run);
  if (!beside->guard)
    return;
  int64_t plane = 0;
  const ksn_span sure = ksn_guarded(beside->guard);
  const char *const touched = ksn_guard_lift(beside->guard, &plane);
  beside->guard = NULL;
  if (touched)
    refuse(run, touched, plane);
  else
    beside->guarded->apart = sure;
}
