// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Round.h"
#include "base/Error.h"
#include "box/Field.h"
#include "notes/Lags.h"
#include "notes/Notes.h"
#include "report/Report.h"
#include <stdlib.h>
#include <string.h>

static const int64_t kFar = INT64_MAX / 4;

ksn_span ksn_part_of(const ksn_parts *parts, int member) {
  const int64_t planes = parts->all.end - parts->all.from;
  return (ksn_span){parts->all.from + ksn_planes_before(planes, parts->members, member),
                    parts->all.from + ksn_planes_before(planes, parts->members, member + 1)};
}

ksn_span ksn_own_of(const ksn_parts *parts, const ksn_field *like, int member) {
  const ksn_span array = {like->lo[parts->axis], like->hi[parts->axis]};
  ksn_span part = ksn_part_of(parts, member);
  if (ksn_is_empty(like))
    part.end = part.from;
  ksn_span own = ksn_common(part, array);
  if (ksn_is_none(own))
    own.from = own.end = ksn_min(ksn_max(part.from, array.from), array.end);
  return own;
}

// ---- What is made, and needed for it

// Planes that the launch makes: on a ring all of them, again and again.
static ksn_span planesOf(const ksn_parts *parts, const ksn_made *note) {
  return parts->is_ring ? (ksn_span){-kFar, kFar} : (ksn_span){note->of.lo, note->of.hi};
}

// A grid may begin before the first plane of any array, and end behind the last.
static ksn_span ownOf(const ksn_parts *parts, const ksn_made *note, int member) {
  ksn_span own = ksn_part_of(parts, member);
  if (!parts->is_ring && member == 0)
    own.from = -kFar;
  if (!parts->is_ring && member == parts->members - 1)
    own.end = kFar;
  return ksn_common(own, planesOf(parts, note));
}

static ksn_span arrayOf(const ksn_parts *parts, const ksn_parted *store) {
  return parts->is_ring ? (ksn_span){-kFar, kFar}
                        : (ksn_span){store->like->lo[parts->axis], store->like->hi[parts->axis]};
}

// What is made whatever was there isn't needed before, unless it is the member's own, which it always has.
static void coverNeeds(ksn_share *share, ksn_span made) {
  if (ksn_is_none(share->needed))
    return;
  if (ksn_is_none(share->own)) {
    if (ksn_contains(made, share->needed))
      share->needed = share->own;
    return;
  }
  if (made.from <= share->needed.from && made.end >= share->own.from)
    share->needed.from = share->own.from;
  if (made.end >= share->needed.end && made.from <= share->own.end)
    share->needed.end = share->own.end;
}

static void findNeedsOf(ksn_parts *parts, ksn_made *note, int member) {
  const ksn_window *const window = note->of.window;
  ksn_span made = ownOf(parts, note, member);
  for (int b = 0; b < window->count; b++)
    if (window->reach[b].writes)
      made = ksn_hull(made, ksn_common(note->stores[b]->shares[member].needed, planesOf(parts, note)));
  note->planes[member] = made;
  if (ksn_is_none(made))
    return;
  for (int b = 0; b < window->count; b++)
    if (window->reach[b].writes == KSN_COVERS)
      coverNeeds(&note->stores[b]->shares[member], made);
  for (int b = 0; b < window->count; b++) {
    const ksn_reach *const reach = &window->reach[b];
    if (reach->writes == KSN_COVERS || note->stores[b]->is_whole)
      continue;
    ksn_share *const share = &note->stores[b]->shares[member];
    const ksn_span read =
        ksn_common((ksn_span){made.from - reach->back, made.end + reach->ahead}, arrayOf(parts, note->stores[b]));
    share->needed = ksn_hull(share->needed, read);
  }
}

void ksn_find_needs(ksn_parts *parts, ksn_made *first, const ksn_made *last, int member) {
  for (int s = 0; s < parts->count; s++)
    if (!parts->stores[s].is_whole)
      parts->stores[s].shares[member].needed = parts->stores[s].shares[member].own;
  for (ksn_made *note = (ksn_made *)last;; note = note->before) {
    findNeedsOf(parts, note, member);
    if (note == first)
      return;
  }
}

// ---- What is valid

// Of the planes that are written, those that the member has made are, and no others.
static void keepValid(ksn_share *share, ksn_span written, ksn_span made, int covers) {
  const ksn_span core = ksn_hull(share->own, made);
  if (ksn_is_none(core)) {
    if (!ksn_is_none(ksn_common(share->valid, written)))
      share->valid = share->own;
    return;
  }
  if (ksn_max(core.end, written.from) < written.end)
    share->valid.end = ksn_min(share->valid.end, ksn_max(core.end, written.from));
  if (written.from < ksn_min(core.from, written.end))
    share->valid.from = ksn_max(share->valid.from, ksn_min(core.from, written.end));
  const int touches = made.from <= share->valid.end && made.end >= share->valid.from;
  if (covers && !ksn_is_none(made) && (touches || ksn_is_none(share->valid)))
    share->valid = ksn_hull(share->valid, made);
}

void ksn_have_made(const ksn_parts *parts, ksn_made *note) {
  for (int b = 0; b < note->of.window->count; b++) {
    const int writes = note->of.window->reach[b].writes;
    if (!writes)
      continue;
    ksn_parted *const store = note->stores[b];
    store->is_defined = 1;
    for (int m = 0; m < parts->members; m++) {
      const ksn_span array = arrayOf(parts, store);
      keepValid(&store->shares[m], ksn_common(planesOf(parts, note), array), ksn_common(note->planes[m], array),
                writes == KSN_COVERS);
    }
  }
}

// ---- Who sends what

static void put(ksn_messages *messages, ksn_message message) {
  if (messages->count == messages->room) {
    messages->room = messages->room ? 2 * messages->room : 16;
    ksn_message *const list = ksn_allocate((size_t)messages->room, sizeof *list);
    if (messages->count)
      memcpy(list, messages->list, (size_t)messages->count * sizeof *list);
    free(messages->list);
    messages->list = list;
  }
  messages->list[messages->count++] = message;
}

static int ownerOf(const ksn_parts *parts, const ksn_parted *store, int64_t plane) {
  int m = 0;
  while (m < parts->members - 1 && !(store->shares[m].own.from <= plane && plane < store->shares[m].own.end))
    m++;
  return m;
}

static void askForRun(ksn_parts *parts, ksn_parted *store, int member, ksn_span wanted) {
  const int64_t length = parts->all.end - parts->all.from;
  while (!ksn_is_none(wanted)) {
    const int64_t off = parts->is_ring ? ksn_floor_div(wanted.from - parts->all.from, length) * length : 0;
    const int64_t source = wanted.from - off;
    const int owner = ownerOf(parts, store, source);
    const int64_t count = ksn_min(wanted.end - wanted.from, store->shares[owner].own.end - source);
    put(&parts->messages, (ksn_message){store, member, owner, wanted.from, source, count});
    wanted.from += count;
  }
}

void ksn_ask_for(ksn_parts *parts, ksn_parted *store, int member, ksn_span wanted) {
  ksn_share *const share = &store->shares[member];
  if (ksn_is_none(wanted) || ksn_contains(share->valid, wanted))
    return;
  if (store->is_defined && ksn_is_none(share->valid)) {
    askForRun(parts, store, member, wanted);
  } else if (store->is_defined) {
    askForRun(parts, store, member, (ksn_span){wanted.from, ksn_min(share->valid.from, wanted.end)});
    askForRun(parts, store, member, (ksn_span){ksn_max(share->valid.end, wanted.from), wanted.end});
  }
  share->valid = ksn_hull(share->valid, wanted);
}

// ---- In which order

void ksn_find_lags(ksn_parts *parts, ksn_made *first, const ksn_made *last) {
  for (int s = 0; s < parts->count; s++)
    parts->stores[s].track[0] = parts->stores[s].track[1] = (ksn_track){0};
  for (ksn_made *note = first;; note = note->next) {
    const ksn_window *const window = note->of.window;
    for (int side = 0; side < 2; side++) {
      note->lag[side] = 0;
      for (int pass = 0; pass < 2; pass++)
        for (int b = 0; b < window->count; b++) {
          ksn_parted *const store = note->stores[b];
          const ksn_reach reach = side ? ksn_mirrored(&window->reach[b]) : window->reach[b];
          if (store->is_whole)
            continue;
          if (pass)
            ksn_track_use(&store->track[side], &reach, note->lag[side]);
          else
            note->lag[side] = ksn_max(note->lag[side], ksn_lag_for(&store->track[side], &reach));
        }
    }
    if (note == last)
      return;
  }
}

// Planes beside their own that members need, now or when the next round begins.
static int64_t haloOf(const ksn_parts *parts) {
  int64_t halo = 0;
  for (int s = 0; s < parts->count; s++)
    for (int m = 0; m < parts->members && !parts->stores[s].is_whole; m++) {
      const ksn_share *const share = &parts->stores[s].shares[m];
      const ksn_span own = ksn_part_of(parts, m), all = ksn_hull(share->now, share->ahead);
      if (!ksn_is_none(all))
        halo = ksn_max(halo, ksn_max(own.from - all.from, all.end - own.end));
    }
  return halo;
}

ksn_ends ksn_ends_of(const ksn_parts *parts, const ksn_made *first, const ksn_made *last, int member) {
  int64_t lag = 0, reach = 0;
  for (const ksn_made *note = first;; note = note->next) {
    lag = ksn_max(lag, ksn_max(note->lag[0], note->lag[1]));
    for (int b = 0; b < note->of.window->count; b++)
      reach = ksn_max(reach, ksn_max(note->of.window->reach[b].back, note->of.window->reach[b].ahead));
    if (note == last)
      break;
  }
  const ksn_span own = ksn_part_of(parts, member);
  const int64_t thick = haloOf(parts) + lag + reach;
  const int hasLower = parts->is_ring || member > 0, hasUpper = parts->is_ring || member < parts->members - 1;
  return (ksn_ends){(hasLower || hasUpper) && own.end - own.from >= 2 * thick, hasLower ? own.from + thick : -kFar,
                    hasUpper ? own.end - thick : kFar};
}

void ksn_cut_launch(const ksn_made *note, const ksn_ends *ends, int member, ksn_span cut[3]) {
  const ksn_span all = note->planes[member];
  const int64_t low = ksn_min(ksn_max(ends->low - note->lag[0], all.from), all.end);
  const int64_t high = ksn_max(ksn_min(ends->high + note->lag[1], all.end), low);
  cut[0] = (ksn_span){all.from, low};
  cut[1] = (ksn_span){low, high};
  cut[2] = (ksn_span){high, all.end};
}
