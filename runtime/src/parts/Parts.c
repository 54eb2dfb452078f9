// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Parts.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Notes.h"
#include "parts/Crew.h"
#include "parts/Cut.h"
#include "parts/Halo.h"
#include "parts/Kept.h"
#include "parts/Make.h"
#include "parts/Staging.h"
#include "parts/Tries.h"
#include "parts/Wire.h"
#include "ranks/Ranks.h"
#include <stdlib.h>
#include <string.h>

static ksn_parts *partsOf(const ksn_run *run) { return run->state->parts; }

static void check(const ksn_run *run, int code, const char *what) { ksn_check_device(run, code, what); }

static void finish(const ksn_run *run, const char *what) {
  check(run, partsOf(run)->device->buffers->finish(run), what);
  ksn_settle_exchanges(run, partsOf(run));
}

// ---- The functions of a device

static void launch(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  (void)lane; // rounds have theirs
  ksn_parts *const parts = partsOf(run);
  ksn_made *const note = ksn_allocate(1, sizeof *note);
  ksn_note_launch(run, &note->of, kernel, groups, group, argCount, args);
  const ksn_launched *const of = &note->of;
  note->stores = ksn_allocate((size_t)of->window->count + 1, sizeof *note->stores);
  for (int b = 0; b < of->window->count; b++) {
    note->stores[b] = of->mems[b];
    if (of->window->reach[b].writes && note->stores[b]->is_whole)
      ksn_fail_region(run->info, "internal: %s is written as a whole", note->stores[b]->like->name);
  }
  if (parts->is_ring &&
      (of->lo > parts->all.from || of->hi != parts->all.end)) // a grid may begin before the first cell
    ksn_fail_region(run->info, "internal: %s makes a part of a ring", of->window->kernel);
  note->planes = ksn_allocate((size_t)parts->members, sizeof *note->planes);
  note->pass = parts->begun;
  note->before = parts->last;
  *(parts->last ? &parts->last->next : &parts->notes) = note;
  parts->last = note;
}

// Those of two rounds are noted before the first one is made: it sends what the second one needs.
static void pass(ksn_run *run) {
  ksn_parts *const parts = partsOf(run);
  if (parts->begun - parts->rounds >= 2 * parts->passes)
    ksn_make_round(run, parts);
  parts->begun++;
  parts->device->pass(run);
}

static void makeAll(ksn_run *run) {
  ksn_parts *const parts = partsOf(run);
  while (parts->notes)
    ksn_make_round(run, parts);
  ksn_tries_break(&parts->tries);
  parts->rounds = parts->begun;
  ksn_await_arrival(run, parts);
}

static void wait(ksn_run *run) {
  makeAll(run);
  finish(run, "a kernel");
}

static void moveField(ksn_run *run, const ksn_field *field, int up) {
  const ksn_parts *const parts = partsOf(run);
  const ksn_parted *const store = field->mem;
  if (!store->is_whole && field->home) // an array that nobody looks at may be NULL
    check(run, ksn_move_shares(run, parts, field, up), up ? "taking a part from home" : "bringing a part home");
}

static void fetch(ksn_run *run, int field) {
  const char *const kWhat = "copying a reduction's values back";
  makeAll(run);
  if (partsOf(run)->network)
    check(run, ksn_bring_to_all(run, partsOf(run), &run->fields[field]), kWhat);
  else
    moveField(run, &run->fields[field], 0);
  finish(run, kWhat);
}

static void store(ksn_run *run, int host) {
  makeAll(run);
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    const int stays = run->state->stays && run->state->stays[f];
    if (field->written && !field->unwanted && (host < 0 ? !stays : host == (field->host & 1)))
      moveField(run, field, 0);
  }
  finish(run, "copying the results back");
  if (partsOf(run)->network && host <= 0) // the run ends: the report has what all members took
    run->state->memory = partsOf(run)->network->sum(run->state->memory);
}

static void giveWhole(ksn_run *run, const ksn_field *field) {
  if (field->home)
    check(run, ksn_give_whole(run, partsOf(run), field), "copying an array to all members");
}

// All members hear of it: planes beside their own are out of date.
static void noteFromHome(const ksn_run *run, ksn_parted *has) {
  has->is_defined = 1;
  for (int m = 0; m < partsOf(run)->members; m++)
    has->shares[m].valid = has->shares[m].own;
}

static void takeFromHome(ksn_run *run, const ksn_field *field) {
  ksn_parted *const has = field->mem;
  if (has->is_whole) {
    giveWhole(run, field);
    return;
  }
  moveField(run, field, 1);
  noteFromHome(run, has);
}

static void move(ksn_run *run, const ksn_field *box, int up) {
  ksn_parted *const has = box->mem;
  if (!up) {
    check(run, ksn_bring_box(run, partsOf(run), box), "bringing some planes home");
  } else if (has->is_whole) {
    giveWhole(run, box);
  } else {
    check(run, ksn_fill_box(run, partsOf(run), box), "taking some planes from home");
    noteFromHome(run, has);
  }
  finish(run, "moving some planes");
}

static void reload(ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].host & 2)
      takeFromHome(run, &run->fields[f]);
  finish(run, "copying what host code has written");
}

static void discard(ksn_parts *parts) {
  ksn_forget_notes(parts, NULL);
  for (int s = 0; s < parts->count; s++)
    free(parts->stores[s].shares);
  free(parts->stores);
  free(parts->likes);
  free(parts->messages.list);
  free(parts);
}

static void release(ksn_run *run) {
  ksn_parts *const parts = partsOf(run);
  const ksn_buffers *const buffers = parts->device->buffers;
  ksn_crew_close(parts->crew);
  ksn_close_wire(parts);
  ksn_close_staging(parts);
  for (int s = 0; s < parts->count; s++)
    for (int m = 0; parts->stores[s].shares && m < parts->members; m++) {
      const ksn_parted *const has = &parts->stores[s];
      if (has->shares[m].block && has->is_whole)
        buffers->free(has->like, has->shares[m].block);
      else if (has->shares[m].block)
        buffers->give(has->shares[m].block);
    }
  run->device = parts->device;
  run->device->release(run);
  run->state->parts = NULL;
  discard(parts);
}

static int takeMemory(ksn_run *run, ksn_parts *parts, ksn_parted *has, ksn_why *why) {
  const ksn_buffers *const buffers = parts->device->buffers;
  for (int m = 0; m < parts->members; m++) {
    ksn_share *const share = &has->shares[m];
    int error = 0;
    if (has->is_whole && (share->block || !ksn_has_member(parts, m)))
      continue;
    if (has->is_whole) {
      error = buffers->allocate(run, ksn_card_for(parts, m), has->like, &share->block);
      if (error)
        share->block = NULL;
      else
        run->state->memory = ksn_add(run->state->memory, ksn_taken_bytes(ksn_buffer_bytes(has->like)));
    } else {
      error = ksn_make_room(run, parts, has, m, share->asked);
    }
    if (error)
      return ksn_because(why, "no memory for a part of %s on %s: error %d, %s", has->like->name, buffers->name(run),
                         error, buffers->error(error));
  }
  return 0;
}

static int takeAll(ksn_run *run, ksn_parts *parts, ksn_why *why) {
  if (parts->device->find_scratch && parts->device->find_scratch(run, why))
    return -1;
  for (int s = 0; s < parts->count; s++) {
    if (takeMemory(run, parts, &parts->stores[s], why))
      return -1;
    *(s < run->field_count ? &run->fields[s].mem : &run->spares[s - run->field_count].mem) = &parts->stores[s];
  }
  return 0;
}

// Their homes may have no memory yet, which may not be enough for them: locked pages would take it.
static int makesArrays(const ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].renewed)
      return 1;
  return 0;
}

static int load(ksn_run *run, ksn_why *why) {
  ksn_parts *const parts = partsOf(run);
  const int error = takeAll(run, parts, why);
  if (parts->network ? ksn_agree(error, why) : error)
    return -1;
  if (parts->network) {
    parts->network->share(&run->steps, sizeof run->steps, 0); // verification may make fewer than the block says
    ksn_share_numbers(run, parts);
    ksn_open_links(run, parts);
  }
  if (parts->cards > 1 && parts->device->buffers->cards->by_threads(run))
    parts->crew = ksn_crew_open(parts->cards);
  if (!parts->network || (parts->network->rank == 0 && !makesArrays(run))) // rank 0 has the homes
    ksn_pin_large(run);
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (parts->stores[f].kept)
      check(run, ksn_fill_kept(run, parts, field), "copying the arrays to their members");
    else if (!field->hidden && !(field->renewed && run->steps > 0))
      takeFromHome(run, field);
  }
  finish(run, "copying the arrays to their members");
  parts->is_loaded = 1;
  return 0;
}

static const ksn_device kFunctions = {.load = load,
                                      .launch = launch,
                                      .pass = pass,
                                      .fetch = fetch,
                                      .wait = wait,
                                      .store = store,
                                      .adopt = ksn_adopt_parts,
                                      .reload = reload,
                                      .move = move,
                                      .release = release};

int ksn_over_ranks(const ksn_run *run) { return partsOf(run) && partsOf(run)->network; }

int ksn_parts_open(ksn_run *run, int64_t members, const ksn_network *network, ksn_cut cut, const ksn_room *rooms,
                   ksn_why *why) {
  ksn_parts *const parts = ksn_allocate(1, sizeof *parts);
  parts->network = network;
  parts->device = run->device;
  parts->axis = run->info->rank - 1;
  parts->count = run->field_count + run->spare_count;
  parts->stores = ksn_allocate((size_t)parts->count, sizeof *parts->stores);
  parts->likes = ksn_allocate((size_t)parts->count, sizeof *parts->likes);
  const int how = ksn_cut_arrays(run, parts, members, cut, rooms, why);
  if (how) {
    ksn_return_kept(parts);
    discard(parts);
    return how;
  }
  ksn_open_wire(parts);
  ksn_open_staging(parts);
  run->state->parts = parts;
  run->state->memory = 0;
  for (int f = 0; f < run->field_count; f++)
    if (parts->stores[f].kept) {
      run->fields[f].mem = &parts->stores[f];
      run->state->memory = ksn_add(run->state->memory, ksn_blocks_of(parts, f, -1));
    }
  ksn_stand_before(run, &parts->face, &kFunctions);
  return 0;
}

ksn_exchanged ksn_exchanged_of(const ksn_run *run) {
  const ksn_parts *const parts = partsOf(run);
  if (!parts)
    return (ksn_exchanged){0};
  ksn_exchanged out = {.members = parts->members,
                       .ranks = parts->network ? parts->network->count : 0,
                       .planes = parts->all.end - parts->all.from,
                       .wire = ksn_wire_name(run),
                       .cards = ksn_numbers_of(run),
                       .steps = parts->passes * run->info->depth,
                       .count = parts->exchanges,
                       .bytes = parts->bytes,
                       .seconds = ksn_exchange_seconds(parts),
                       .waited = parts->waited};
  out.predicted_count = parts->pace.chosen ? ksn_min(parts->pace.most, KSN_PACES) : 0;
  memcpy(out.predicted, parts->pace.predicted, sizeof out.predicted);
  out.tried_count = parts->tries.count;
  for (int t = 0; t < out.tried_count; t++)
    out.tried[t] = parts->tries.seconds[t] / (double)run->info->depth;
  return out;
}
