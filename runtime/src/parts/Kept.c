// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Kept.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "notes/Notes.h"
#include "parts/Halo.h"
#include "parts/Round.h"
#include "parts/Staging.h"
#include "parts/Wire.h"
#include <string.h>

static const ksn_parts *partsOf(const ksn_run *run) { return run->state->parts; }

static ksn_span planesOf(const ksn_field *field, int axis) { return (ksn_span){field->lo[axis], field->hi[axis]}; }

// ---- May a run have what is kept?

// Of all arrays of the run that have the axis.
static ksn_span planesOfRun(const ksn_run *run, int axis) {
  ksn_span all = {0, 0};
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].stride[axis] != 0 && !ksn_is_empty(&run->fields[f]))
      all = ksn_hull(all, planesOf(&run->fields[f], axis));
  return all;
}

static int isSpan(ksn_span a, ksn_span b) { return a.from == b.from && a.end == b.end; }

ksn_field ksn_field_with(const ksn_field *field, const ksn_field *kept) {
  ksn_field both = *field;
  for (int axis = 0; axis < 3; axis++) {
    both.lo[axis] = ksn_min(field->lo[axis], kept->lo[axis]);
    both.hi[axis] = ksn_max(field->hi[axis], kept->hi[axis]);
  }
  both.first = ksn_min(field->first, kept->first);
  both.last = ksn_max(field->last, kept->last);
  return both;
}

static int hasSameRows(const ksn_field *a, const ksn_field *b) {
  return a->home == b->home && ksn_step_at_home(a) == ksn_step_at_home(b) && a->type == b->type &&
         a->stride[0] == b->stride[0] && a->stride[1] == b->stride[1] && a->stride[2] == b->stride[2];
}

// Both have planes of one array, or the same whole one.
static int suits(const ksn_run *run, const ksn_field *field, const ksn_parts *parts, ksn_span planes) {
  const ksn_field *const kept = parts->stores[0].like;
  const ksn_field both = ksn_field_with(field, kept);
  ksn_why why;
  if (!hasSameRows(field, kept))
    return 0;
  if (parts->stores[0].is_whole)
    return ksn_same_shape(field, kept);
  if (ksn_has_planes(&both, parts->axis, &why))
    return 0;
  return !ksn_closes_to_ring(run) || (isSpan(planes, parts->all) && isSpan(planesOf(&both, parts->axis), planes));
}

int ksn_may_have_kept(const ksn_run *run, const ksn_field *field, const ksn_run *kept, int64_t members,
                      const ksn_network *network) {
  const ksn_parts *const parts = partsOf(kept);
  if (parts->device != run->device || (run->device->same && !run->device->same(run, kept)) ||
      parts->network != network || parts->axis != run->info->rank - 1)
    return 0;
  const ksn_span planes = planesOfRun(run, parts->axis);
  return parts->members == ksn_min(members, parts->all.end - parts->all.from) && ksn_contains(parts->all, planes) &&
         suits(run, field, parts, planes);
}

ksn_cut ksn_cut_of(const ksn_run *kept) { return (ksn_cut){partsOf(kept)->all, partsOf(kept)->members}; }

int64_t ksn_blocks_of(const ksn_parts *parts, int s, int card) {
  const ksn_parted *const store = &parts->stores[s];
  int64_t bytes = 0;
  for (int m = 0; m < parts->members; m++)
    if (store->shares && store->shares[m].block && (card < 0 || ksn_card_for(parts, m) == card))
      bytes = ksn_add(bytes, ksn_taken_bytes(store->is_whole ? ksn_buffer_bytes(store->like) : store->shares[m].bytes));
  return bytes;
}

// ---- From one region to the next

void ksn_adopt_parts(ksn_run *kept, const ksn_run *of) {
  const ksn_parts *const from = partsOf(of);
  ksn_parts *const parts = ksn_allocate(1, sizeof *parts);
  *parts = (ksn_parts){.device = from->device,
                       .network = from->network,
                       .cards = from->cards,
                       .axis = from->axis,
                       .count = 1,
                       .members = from->members,
                       .all = from->all,
                       .ghosts = from->ghosts};
  parts->stores = ksn_allocate(1, sizeof *parts->stores);
  parts->stores[0].like = kept->fields;
  kept->fields[0].mem = &parts->stores[0];
  kept->state->parts = parts;
  kept->device = from->device;
  if (from->device->adopt)
    from->device->adopt(kept, of);
  kept->state->has_buffers = 0; // the members have them
  ksn_open_wire(parts);
  ksn_open_staging(parts);
  ksn_stand_before(kept, &parts->face, of->device);
}

// From store to store, but for whose memory the second one is like.
static void moveShares(ksn_parted *from, ksn_parted *to) {
  const ksn_parted before = *to;
  *to = *from;
  to->like = before.like;
  to->kept = before.kept;
  from->shares = NULL;
}

static void findOwn(const ksn_parts *parts, const ksn_parted *store) {
  for (int m = 0; m < parts->members && !store->is_whole; m++)
    store->shares[m].own = ksn_own_of(parts, store->like, m);
}

// Of planes beside its own, a member may lack what the region doesn't look at.
static void forgetHalos(const ksn_parts *parts, const ksn_parted *store) {
  for (int m = 0; m < parts->members && !store->is_whole; m++)
    store->shares[m].valid = store->shares[m].own;
}

void ksn_give_kept(ksn_run *kept, const ksn_run *run, const ksn_field *field) {
  ksn_parted *const from = field->mem, *const to = kept->fields[0].mem;
  if (from == to) // the region's parts weren't opened
    return;
  ksn_parts *const parts = kept->state->parts;
  if (partsOf(run)->is_loaded) {
    const ksn_field both = ksn_field_with(kept->fields, from->like);
    ksn_field *const box = kept->fields;
    memcpy(box->lo, both.lo, sizeof box->lo);
    memcpy(box->hi, both.hi, sizeof box->hi);
    box->first = both.first;
    box->last = both.last;
  }
  parts->ghosts = partsOf(run)->ghosts;
  moveShares(from, to);
  findOwn(parts, to);
  if (field->written && !ksn_same_shape(field, to->like))
    forgetHalos(parts, to);
}

void ksn_take_kept(ksn_parted *store, ksn_parted *kept) {
  store->shares = kept->shares;
  store->is_defined = kept->is_defined;
  store->kept = kept;
  kept->shares = NULL;
}

void ksn_return_kept(const ksn_parts *parts) {
  for (int s = 0; s < parts->count; s++) {
    ksn_parted *const store = &parts->stores[s], *const kept = store->kept;
    if (!kept)
      continue;
    kept->shares = store->shares;
    store->shares = NULL;
    findOwn(parts, kept);
  }
}

// ---- What is kept becomes larger

static int fill(ksn_run *run, const ksn_parts *parts, ksn_field box, int64_t first, int64_t last) {
  box.first = first;
  box.last = last;
  return ksn_fill_box(run, parts, &box);
}

// Of the elements from the first to the last kept one, those that lie beside what is kept: along each axis in turn, and
// along the others where it is.
static int fillBeside(ksn_run *run, const ksn_parts *parts, const ksn_field *both, const ksn_field *kept) {
  ksn_field rest = *both;
  int error = 0;
  for (int axis = 2; axis >= 0; axis--) {
    ksn_field side = rest;
    side.hi[axis] = kept->lo[axis];
    error = error ? error : fill(run, parts, side, kept->first, kept->last);
    side = rest;
    side.lo[axis] = kept->hi[axis];
    error = error ? error : fill(run, parts, side, kept->first, kept->last);
    rest.lo[axis] = kept->lo[axis];
    rest.hi[axis] = kept->hi[axis];
  }
  return error;
}

int ksn_fill_kept(ksn_run *run, const ksn_parts *parts, const ksn_field *field) {
  ksn_parted *const store = field->mem;
  const ksn_field *const kept = store->kept->like;
  if (store->is_whole)
    return 0;
  for (int m = 0; m < parts->members && !parts->is_ring; m++) // beyond its ends a ring has planes again
    store->shares[m].valid = ksn_common(store->shares[m].valid, planesOf(kept, parts->axis));
  if (ksn_same_shape(store->like, kept))
    return 0;
  ksn_field both = *store->like;
  both.mem = store;
  int error = fill(run, parts, both, both.first, kept->first - 1);
  if (!error)
    error = fill(run, parts, both, kept->last + 1, both.last);
  if (!error)
    error = fillBeside(run, parts, &both, kept);
  forgetHalos(parts, store);
  return error;
}
