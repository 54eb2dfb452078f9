// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Make.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "notes/Notes.h"
#include "parts/Halo.h"
#include "parts/Round.h"
#include "parts/Wire.h"
#include <stdlib.h>

// The last note of those until a pass, from this one on; NULL: there is none.
static ksn_made *lastUntil(ksn_made *from, int64_t pass) {
  ksn_made *last = NULL;
  for (ksn_made *note = from; note && note->pass <= pass; note = note->next)
    last = note;
  return last;
}

static ksn_share *shareOf(const ksn_parts *parts, int store, int member) {
  return parts->stores[store].is_whole ? NULL : &parts->stores[store].shares[member];
}

static void findAhead(ksn_parts *parts, ksn_made *first, const ksn_made *last) {
  for (int m = 0; m < parts->members; m++) {
    if (last)
      ksn_find_needs(parts, first, last, m);
    for (int s = 0; s < parts->count; s++) {
      ksn_share *const share = shareOf(parts, s, m);
      if (share)
        share->ahead = last ? share->needed : share->own;
    }
  }
}

static void findNow(ksn_parts *parts, ksn_made *first, const ksn_made *last) {
  for (int m = 0; m < parts->members; m++) {
    ksn_find_needs(parts, first, last, m);
    for (int s = 0; s < parts->count; s++) {
      ksn_share *const share = shareOf(parts, s, m);
      if (!share)
        continue;
      share->now = share->needed;
      share->asked = ksn_hull(ksn_hull(share->own, share->now), share->ahead);
    }
    for (ksn_made *note = first; note != last->next; note = note->next)
      for (int b = 0; b < note->of.window->count; b++)
        if (!note->stores[b]->is_whole) {
          ksn_share *const share = &note->stores[b]->shares[m];
          share->asked = ksn_hull(share->asked, note->planes[m]);
        }
  }
}

static void makeRoom(ksn_run *run, ksn_parts *parts) {
  for (int s = 0; s < parts->count; s++)
    for (int m = 0; m < parts->members; m++)
      if (!parts->stores[s].is_whole)
        ksn_check_device(run, ksn_make_room(run, parts, &parts->stores[s], m, parts->stores[s].shares[m].asked),
                         "finding memory for a part");
}

static void askForAll(ksn_parts *parts, int isAhead) {
  for (int m = 0; m < parts->members; m++)
    for (int s = 0; s < parts->count; s++) {
      const ksn_share *const share = shareOf(parts, s, m);
      if (share)
        ksn_ask_for(parts, &parts->stores[s], m, isAhead ? share->ahead : share->now);
    }
}

static void launch(ksn_run *run, const ksn_parts *parts, int lane, const ksn_made *note, int member, ksn_span planes) {
  if (ksn_is_none(planes) || !ksn_has_member(parts, member))
    return;
  const int count = note->of.window->count;
  ksn_view *const views = ksn_allocate((size_t)count + 1, sizeof *views);
  for (int b = 0; b < count; b++)
    views[b] = ksn_view_of(note->stores[b], member);
  ksn_start_planes(run, parts->device, ksn_lane_for(parts, member, lane), &note->of, planes.from, planes.end, views,
                   NULL);
  free(views);
}

// All of what has no ends, too.
static void makeEnds(ksn_run *run, const ksn_parts *parts, ksn_made *first, const ksn_made *last,
                     const ksn_ends *ends) {
  for (int m = 0; m < parts->members; m++)
    for (ksn_made *note = first; note != last->next; note = note->next) {
      ksn_span cut[3] = {note->planes[m]};
      if (ends[m].is_split)
        ksn_cut_launch(note, &ends[m], m, cut);
      launch(run, parts, KSN_LANE_WORK, note, m, cut[0]);
      if (ends[m].is_split)
        launch(run, parts, KSN_LANE_WORK, note, m, cut[2]);
    }
}

// A network may move what is on its way only while it is called: between slabs of the middle.
static void launchMiddle(ksn_run *run, const ksn_parts *parts, int lane, const ksn_made *note, int member,
                         ksn_span planes) {
  enum { kSlabs = 8, kFewest = 8 }; // tiles of one, and so many that no kernel for few planes makes it
  const int64_t tile = ksn_max(note->of.window->tile, 1), brief = note->of.window->brief_planes / tile + 1;
  const int64_t slab = ksn_max((planes.end - planes.from) / kSlabs / tile, ksn_max(kFewest, brief)) * tile;
  if (!parts->network) {
    launch(run, parts, lane, note, member, planes);
    return;
  }
  for (int64_t from = planes.from; from < planes.end; from += slab) {
    const int64_t rest = planes.end - from;
    launch(run, parts, lane, note, member, (ksn_span){from, from + (rest < 2 * slab ? rest : slab)});
    parts->network->poke();
    if (rest < 2 * slab)
      return;
  }
}

// ---- Ends and middle side by side
// The ends begin first, in KSN_LANE_WORK. Where kernels may run in further lanes, the first launch's middle begins then
// in one of these, and needs nothing of what the ends make. Those of later launches follow all ends.

enum { kLaneAside = KSN_LANE_WORK + 1 };

typedef struct aside {
  void **begun, **made, **done; // by card: before the ends, behind them, and behind the middle
} aside;

static void check(const ksn_run *run, int code) { ksn_check_device(run, code, "a mark"); }

static void markAll(const ksn_run *run, const ksn_parts *parts, int lane, void **marks) {
  for (int c = 0; c < parts->cards; c++)
    check(run, parts->device->buffers->mark(run, ksn_lane_of(c, lane), &marks[c]));
}

static aside openAside(const ksn_run *run, const ksn_parts *parts, const ksn_ends *ends) {
  aside to = {0};
  int isSplit = 0;
  for (int m = 0; m < parts->members; m++)
    isSplit |= ends[m].is_split;
  if (!isSplit || parts->device->buffers->workers <= kLaneAside)
    return to;
  to.begun = ksn_allocate(3 * (size_t)parts->cards, sizeof *to.begun);
  to.made = to.begun + parts->cards;
  to.done = to.made + parts->cards;
  markAll(run, parts, KSN_LANE_WORK, to.begun);
  return to;
}

static void closeAside(const ksn_run *run, const ksn_parts *parts, const aside *to) {
  if (!to->begun)
    return;
  markAll(run, parts, kLaneAside, to->done);
  for (int c = 0; c < parts->cards; c++)
    check(run, parts->device->buffers->follow(run, ksn_lane_of(c, KSN_LANE_WORK), to->done[c]));
  for (int n = 0; n < 3 * parts->cards; n++)
    if (to->begun[n])
      parts->device->buffers->forget(to->begun[n]);
  free(to->begun);
}

static void makeMiddles(ksn_run *run, const ksn_parts *parts, ksn_made *first, const ksn_made *last,
                        const ksn_ends *ends, const aside *to) {
  const int lane = to->begun ? kLaneAside : KSN_LANE_WORK;
  for (int m = 0; m < parts->members; m++) {
    const int card = ksn_card_for(parts, m), cardsLane = ksn_lane_of(card, lane);
    if (to->begun)
      check(run, parts->device->buffers->follow(run, cardsLane, to->begun[card]));
    for (ksn_made *note = first; ends[m].is_split && note != last->next; note = note->next) {
      ksn_span cut[3];
      ksn_cut_launch(note, &ends[m], m, cut);
      launchMiddle(run, parts, lane, note, m, cut[1]);
      if (to->begun && note == first && note != last)
        check(run, parts->device->buffers->follow(run, cardsLane, to->made[card]));
    }
  }
}

void ksn_forget_notes(ksn_parts *parts, ksn_made *to) {
  while (parts->notes != to) {
    ksn_made *const note = parts->notes;
    parts->notes = note->next;
    ksn_forget_launch(&note->of);
    free(note->stores);
    free(note->planes);
    free(note);
  }
  if (to)
    to->before = NULL;
  else
    parts->last = NULL;
}

static void makeNotes(ksn_run *run, ksn_parts *parts, ksn_made *first, ksn_made *last, ksn_made *aheadLast) {
  findAhead(parts, last->next, aheadLast);
  findNow(parts, first, last);
  makeRoom(run, parts);
  ksn_await_arrival(run, parts);
  askForAll(parts, 0);
  ksn_exchange_now(run, parts);
  ksn_find_lags(parts, first, last);
  ksn_ends *const ends = ksn_allocate((size_t)parts->members, sizeof *ends);
  for (int m = 0; m < parts->members; m++) {
    ends[m] = ksn_ends_of(parts, first, last, m);
    ends[m].is_split &= aheadLast != NULL; // else nothing is sent
  }
  const aside to = openAside(run, parts, ends);
  makeEnds(run, parts, first, last, ends);
  if (to.begun && first != last)
    markAll(run, parts, KSN_LANE_WORK, to.made);
  for (ksn_made *note = first; note != last->next; note = note->next)
    ksn_have_made(parts, note);
  if (aheadLast)
    askForAll(parts, 1);
  const int goes = ksn_begin_exchange(run, parts);
  makeMiddles(run, parts, first, last, ends, &to);
  closeAside(run, parts, &to);
  if (goes)
    ksn_end_exchange(run, parts);
  free(ends);
}

void ksn_make_round(ksn_run *run, ksn_parts *parts) {
  parts->rounds += parts->passes;
  ksn_made *const first = parts->notes, *const last = lastUntil(first, parts->rounds);
  if (!last)
    return;
  makeNotes(run, parts, first, last, lastUntil(last->next, parts->rounds + parts->passes));
  ksn_forget_notes(parts, last->next);
}
