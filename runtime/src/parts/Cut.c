// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Cut.h"
#include "base/Bytes.h"
#include "base/Env.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Notes.h"
#include "parts/Fits.h"
#include "parts/Kept.h"
#include "parts/Round.h"
#include "parts/Tries.h"
#include <string.h>

// Planes that a pass adds to what a member works on, on either side, at most.
static int64_t haloOfPass(const ksn_run *run, ksn_parts *parts) {
  const int isSweep = !strcmp(run->info->family, "sweep");
  int64_t halo = 0;
  for (int k = 0; k < run->info->window_count; k++) {
    const ksn_window *const window = &run->info->windows[k];
    int64_t most = 0;
    for (int b = 0; b < window->count; b++)
      most = ksn_max(most, ksn_max(window->reach[b].back, window->reach[b].ahead));
    parts->ghosts = ksn_max(parts->ghosts, most + window->slack + 1);
    halo = isSweep ? halo + most : ksn_max(halo, most);
  }
  return halo;
}

static int findStores(const ksn_run *run, ksn_parts *parts, ksn_why *why) {
  parts->all = (ksn_span){INT64_MAX, INT64_MIN};
  for (int s = 0; s < parts->count; s++) {
    const int isField = s < run->field_count;
    ksn_parted *const kept = isField && run->state->lent && run->state->lent[s] ? run->fields[s].mem : NULL;
    const ksn_field *const like = &parts->likes[s];
    parts->likes[s] = run->fields[isField ? s : run->spares[s - run->field_count].like];
    if (kept)
      parts->likes[s] = ksn_field_with(like, kept->like);
    if (ksn_has_planes(like, parts->axis, why))
      return -1;
    const int64_t size = (int64_t)ksn_size_of(like->type), stride = like->stride[parts->axis];
    parts->stores[s] = (ksn_parted){.like = like,
                                    .is_whole = stride == 0,
                                    .first = ksn_first_in_plane(like, parts->axis),
                                    .plane_bytes = ksn_times(stride, size),
                                    .size = size};
    if (kept)
      ksn_take_kept(&parts->stores[s], kept);
    if (stride == 0 || ksn_is_empty(like))
      continue;
    parts->all.from = ksn_min(parts->all.from, like->lo[parts->axis]);
    parts->all.end = ksn_max(parts->all.end, like->hi[parts->axis]);
  }
  if (ksn_is_none(parts->all))
    return 1;
  parts->is_ring = ksn_closes_to_ring(run);
  for (int s = 0; s < parts->count && parts->is_ring; s++) {
    const ksn_field *const like = parts->stores[s].like;
    if (!parts->stores[s].is_whole &&
        (like->lo[parts->axis] != parts->all.from || like->hi[parts->axis] != parts->all.end))
      return ksn_because(why, "%s has other planes than the ring that the axis closes to", like->name);
  }
  return 0;
}

static void cut(ksn_parts *parts, int64_t halo) {
  for (int s = 0; s < parts->count; s++) {
    ksn_parted *const has = &parts->stores[s];
    if (!has->shares)
      has->shares = ksn_allocate((size_t)parts->members, sizeof *has->shares);
    const ksn_span array = {has->like->lo[parts->axis], has->like->hi[parts->axis]};
    for (int m = 0; m < parts->members && !has->is_whole; m++) {
      ksn_share *const share = &has->shares[m];
      const ksn_span part = ksn_part_of(parts, m);
      const int64_t end = ksn_is_empty(has->like) ? part.from : part.end;
      const ksn_span around = {part.from - halo, end + halo};
      share->own = ksn_own_of(parts, has->like, m);
      share->asked = ksn_hull(share->own, parts->is_ring ? around : ksn_common(around, array));
      if (!has->kept)
        share->valid = share->own;
    }
  }
}

// Not so many that they don't fit: beside its own planes a member has at most as many again on each side.
static int64_t passesFor(const ksn_run *run, const ksn_parts *parts, int64_t halo) {
  const int64_t depth = run->info->depth, steps = ksn_max(ksn_environment()->steps, 1);
  const int64_t own = ksn_max((parts->all.end - parts->all.from) / parts->members, 1), kMost = 1024;
  const int64_t most = halo > 0 ? ksn_max(own / halo, 1) : kMost;
  return ksn_min((steps + depth - 1) / depth, ksn_min(most, kMost));
}

// Half of them until parts have room for all planes beside them; 1 asks for no more than is needed.
static int64_t mostPasses(const ksn_run *run, ksn_parts *parts, int64_t halo, int64_t most, const ksn_room *rooms) {
  ksn_why why;
  for (; most > 1; most /= 2) {
    cut(parts, halo * most);
    if (!ksn_check_rooms(run, parts, rooms, &why))
      break;
  }
  return most;
}

// Where members have devices of their own, and the region is long enough.
static void openTries(const ksn_run *run, ksn_parts *parts, int64_t halo, const ksn_room *rooms) {
  enum { kMost = 1 << (KSN_TRIES - 1) };
  const int64_t own = (parts->all.end - parts->all.from) / parts->members;
  const int isApart = parts->cards > 1 || (parts->network && parts->members > 1);
  if (ksn_environment()->steps || !halo || !isApart || run->steps / run->info->depth < ksn_tries_least())
    return;
  parts->tries.most = mostPasses(run, parts, halo, ksn_min(own / (2 * halo), kMost), rooms);
  parts->tries.passes = 1;
}

// Rounds of one pass come first.
static void openPace(const ksn_run *run, ksn_parts *parts, int64_t halo, const ksn_room *rooms) {
  enum { kMost = 64 };
  const ksn_env *const env = ksn_environment();
  ksn_pace *const pace = &parts->pace;
  if (!parts->device->on_host) {
    openTries(run, parts, halo, rooms);
    return;
  }
  if (env->steps || !halo || (!env->wire_late && !parts->network))
    return;
  pace->latency = env->wire_late ? env->wire_latency : run->info->network_latency;
  pace->rate = env->wire_late ? env->wire_rate : run->info->network_bytes;
  pace->depth = run->info->depth;
  pace->halo = halo;
  pace->own = (parts->all.end - parts->all.from) / parts->members;
  for (int m = 0; m < parts->members; m++)
    if (ksn_has_member(parts, m))
      pace->sides += parts->is_ring ? 2 : (m > 0) + (m < parts->members - 1);
  pace->most = mostPasses(run, parts, halo, ksn_min(pace->own / halo, kMost), rooms);
}

int ksn_cut_arrays(const ksn_run *run, ksn_parts *parts, int64_t members, ksn_cut cutAt, const ksn_room *rooms,
                   ksn_why *why) {
  const int64_t kFar = (int64_t)1 << 28; // half of where kernels take a ring to end
  if (!run->info->window_count)
    return ksn_because(why, parts->device->on_host
                                ? "the kernels work on whole arrays; translate with --distribute, and without "
                                  "--schedule=diamond; it doesn't help where " KSN_WHOLE_ARRAYS
                                : KSN_WHOLE_ARRAYS);
  const int found = findStores(run, parts, why);
  if (found)
    return found;
  if (cutAt.members)
    parts->all = cutAt.planes;
  const int64_t planes = parts->all.end - parts->all.from;
  if (parts->is_ring && (planes >= kFar || parts->all.end >= kFar || parts->all.from <= -kFar))
    return ksn_because(why, "a ring of %lld planes has too many", (long long)planes);
  parts->members = cutAt.members ? cutAt.members : (int)ksn_min(members, planes);
  parts->cards = !parts->network && ksn_card_count(run) > 1 ? parts->members : 1;
  const int64_t halo = haloOfPass(run, parts);
  parts->passes = passesFor(run, parts, halo);
  openPace(run, parts, halo, rooms);
  cut(parts, halo * parts->passes);
  return ksn_check_rooms(run, parts, rooms, why);
}
