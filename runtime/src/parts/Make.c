// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Make.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "notes/Notes.h"
#include "parts/Crew.h"
#include "parts/Halo.h"
#include "parts/Pace.h"
#include "parts/Round.h"
#include "parts/Tries.h"
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

// A network may move what is on its way only while it is called: between slabs of the middle.
static void launchMiddle(ksn_run *run, const ksn_parts *parts, int lane, const ksn_made *note, int member,
                         ksn_span planes) {
  enum { kSlabs = 8, kFewest = 8 }; // tiles of one, and so many that no kernel for few planes makes it
  const int64_t tile = ksn_max(note->of.window->tile, 1), brief = note->of.window->brief_planes / tile + 1;
  const int64_t slab = ksn_max((planes.end - planes.from) / kSlabs / tile, ksn_max(kFewest, brief)) * tile;
  if (!parts->network || !parts->device->on_host) { // a device makes it meanwhile
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

// ---- What is enqueued, card by card
// The ends begin first, in KSN_LANE_WORK. Where kernels may run in further lanes, the first launch's middle begins then
// in one of these, and needs nothing of what the ends make. Those of later launches follow all ends.

enum { kLaneAside = KSN_LANE_WORK + 1 };

// By card, NULL where they aren't needed: before the ends, behind them, and behind the middle.
typedef struct marks {
  void *begun, *made, *done;
} marks;

typedef struct round {
  ksn_run *run;
  ksn_parts *parts;
  ksn_made *first, *last;
  ksn_ends *ends; // by member
  marks *marks;   // by card; NULL: ends and middle go in one lane
  int sends;      // what the next round needs
} round;

static void mark(const round *r, int card, int lane, void **mark) {
  ksn_check_device(r->run, r->parts->device->buffers->mark(r->run, ksn_lane_of(card, lane), mark), "a mark");
}

static void follow(const round *r, int card, int lane, void *mark) {
  ksn_check_device(r->run, r->parts->device->buffers->follow(r->run, ksn_lane_of(card, lane), mark), "a mark");
}

// All of what has no ends, too.
static void makeEnds(const round *r, int member) {
  const ksn_ends *const ends = &r->ends[member];
  for (ksn_made *note = r->first; note != r->last->next; note = note->next) {
    ksn_span cut[3] = {note->planes[member]};
    if (ends->is_split)
      ksn_cut_launch(note, ends, member, cut);
    launch(r->run, r->parts, KSN_LANE_WORK, note, member, cut[0]);
    if (ends->is_split)
      launch(r->run, r->parts, KSN_LANE_WORK, note, member, cut[2]);
  }
}

static void makeMiddle(const round *r, int member, int card) {
  const int lane = r->marks ? kLaneAside : KSN_LANE_WORK;
  for (ksn_made *note = r->first; r->ends[member].is_split && note != r->last->next; note = note->next) {
    ksn_span cut[3];
    ksn_cut_launch(note, &r->ends[member], member, cut);
    launchMiddle(r->run, r->parts, lane, note, member, cut[1]);
    if (r->marks && note == r->first && note != r->last)
      follow(r, card, lane, r->marks[card].made);
  }
}

static void startEnds(void *context, int card) {
  const round *const r = context;
  ksn_follow_arrival(r->run, r->parts, card);
  if (r->marks)
    mark(r, card, KSN_LANE_WORK, &r->marks[card].begun);
  for (int m = 0; m < r->parts->members; m++)
    if (ksn_card_for(r->parts, m) == card)
      makeEnds(r, m);
  if (r->marks && r->first != r->last)
    mark(r, card, KSN_LANE_WORK, &r->marks[card].made);
  if (r->sends)
    ksn_mark_ready(r->run, r->parts, card);
}

// Once the ends of all cards are enqueued: what is sent waits until its receiver has read what it replaces.
static void startRest(void *context, int card) {
  const round *const r = context;
  if (r->sends)
    ksn_send_ahead(r->run, r->parts, card);
  if (r->marks)
    follow(r, card, kLaneAside, r->marks[card].begun);
  for (int m = 0; m < r->parts->members; m++)
    if (ksn_card_for(r->parts, m) == card)
      makeMiddle(r, m, card);
  if (!r->marks)
    return;
  mark(r, card, kLaneAside, &r->marks[card].done);
  follow(r, card, KSN_LANE_WORK, r->marks[card].done);
}

static void onEachCard(ksn_parts *parts, ksn_duty *duty, round *r) {
  if (parts->crew) {
    ksn_crew_do(parts->crew, duty, r);
    return;
  }
  for (int c = 0; c < parts->cards; c++)
    duty(r, c);
}

static void forgetMarks(const round *r) {
  void (*const forget)(void *) = r->parts->device->buffers->forget;
  for (int c = 0; r->marks && c < r->parts->cards; c++) {
    forget(r->marks[c].begun);
    forget(r->marks[c].done);
    if (r->marks[c].made)
      forget(r->marks[c].made);
  }
  free(r->marks);
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

static void bringWhatLacks(ksn_run *run, ksn_parts *parts) {
  askForAll(parts, 0);
  if (!parts->messages.count)
    return;
  ksn_await_arrival(run, parts);
  ksn_exchange_now(run, parts);
}

static void findEnds(round *r, int isLast) {
  ksn_parts *const parts = r->parts;
  int isSplit = 0;
  ksn_find_lags(parts, r->first, r->last);
  r->ends = ksn_allocate((size_t)parts->members, sizeof *r->ends);
  for (int m = 0; m < parts->members; m++) {
    r->ends[m] = ksn_ends_of(parts, r->first, r->last, m);
    r->ends[m].is_split &= !isLast; // else nothing is sent
    isSplit |= r->ends[m].is_split;
  }
  if (isSplit && parts->device->buffers->workers > kLaneAside)
    r->marks = ksn_allocate((size_t)parts->cards, sizeof *r->marks);
}

// All ranks make the same rounds: they take what rank 0 finds.
static void choosePace(ksn_parts *parts) {
  ksn_pace *const pace = &parts->pace;
  for (int64_t k = 1; k <= ksn_min(pace->most, KSN_PACES); k++)
    pace->predicted[k - 1] = ksn_pace_seconds(pace, k);
  pace->chosen = ksn_pace_best(pace);
  if (parts->network)
    parts->network->share(&pace->chosen, sizeof pace->chosen, 0);
  parts->passes = pace->chosen;
}

static void notePace(ksn_parts *parts, const round *r, int64_t bytes, double seconds) {
  int64_t planes = 0, launches = 0;
  for (const ksn_made *note = r->first; note != r->last->next; note = note->next, launches++)
    for (int m = 0; m < parts->members; m++)
      if (ksn_has_member(parts, m))
        planes += ksn_max(note->planes[m].end - note->planes[m].from, 0);
  if (ksn_pace_note(&parts->pace, launches, planes, bytes, seconds))
    choosePace(parts);
}

static void makeNotes(ksn_run *run, ksn_parts *parts, ksn_made *first, ksn_made *last, ksn_made *aheadLast) {
  round r = {.run = run, .parts = parts, .first = first, .last = last};
  findAhead(parts, last->next, aheadLast);
  findNow(parts, first, last);
  makeRoom(run, parts);
  bringWhatLacks(run, parts);
  findEnds(&r, !aheadLast);
  for (ksn_made *note = first; note != last->next; note = note->next)
    ksn_have_made(parts, note);
  if (aheadLast)
    askForAll(parts, 1);
  const int64_t bytes = ksn_link_bytes(parts);
  r.sends = ksn_prepare_exchange(run, parts);
  const double begin = ksn_now(), moved = parts->seconds; // copies within the memory are made meanwhile
  onEachCard(parts, startEnds, &r);
  parts->sent = NULL;
  onEachCard(parts, startRest, &r);
  const double worked = ksn_now() - begin - (parts->seconds - moved);
  if (r.sends)
    ksn_end_exchange(run, parts);
  if (r.sends && parts->pace.rate > 0 && !parts->pace.chosen)
    notePace(parts, &r, bytes, worked);
  forgetMarks(&r);
  free(r.ends);
}

// All ranks take what rank 0 finds.
static void tryPasses(const ksn_run *run, ksn_parts *parts) {
  if (!ksn_tries_round(&parts->tries))
    return;
  ksn_check_device(run, parts->device->buffers->finish(run), "a kernel");
  ksn_tries found = parts->tries;
  const int64_t passes = ksn_tries_take(&found, ksn_now());
  struct {
    ksn_tries tries;
    int64_t passes;
  } all = {found, passes};
  if (parts->network)
    parts->network->share(&all, sizeof all, 0);
  parts->tries = all.tries;
  parts->passes = all.passes;
}

void ksn_make_round(ksn_run *run, ksn_parts *parts) {
  parts->rounds += parts->passes;
  ksn_made *const first = parts->notes, *const last = lastUntil(first, parts->rounds);
  if (!last)
    return;
  makeNotes(run, parts, first, last, lastUntil(last->next, parts->rounds + parts->passes));
  ksn_forget_notes(parts, last->next);
  tryPasses(run, parts);
}
