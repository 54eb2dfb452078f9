// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkPlanes.h"
#include "base/Bytes.h"
#include "box/Field.h"

int64_t ksn_plane_bytes(const ksn_chunk *chunk, const ksn_field *field) {
  return ksn_times(field->stride[chunk->axis], (int64_t)ksn_size_of(field->type));
}

static int isOf(const ksn_store *store, ksn_which of) {
  return of == KSN_ALL || (of == KSN_USUAL ? store->is_usual : store->is_used);
}

int64_t ksn_ring_bytes(const ksn_chunk *chunk, const ksn_store *store, int64_t planes) {
  const int64_t bytes = ksn_plane_bytes(chunk, store->like);
  if (chunk->granule)
    return ksn_times((ksn_times(planes, bytes) + chunk->granule - 1) / chunk->granule, chunk->granule);
  return ksn_taken_bytes(
      ksn_add(ksn_times(planes + 2 * chunk->ghosts, bytes), KSN_ROW * (int64_t)ksn_size_of(store->like->type)));
}

int64_t ksn_whole_units(int64_t planes, int64_t unit) { return planes + unit - (planes + unit) % unit; }

int64_t ksn_rings_bytes(const ksn_run *run, const ksn_chunk *chunk, ksn_which of, int64_t planes) {
  int64_t all = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    if (store->is_whole || !isOf(store, of))
      continue;
    const int64_t bytes = ksn_ring_bytes(chunk, store, ksn_whole_units(planes, ksn_store_unit(chunk, store)));
    all = ksn_add(all, bytes > chunk->largest ? INT64_MAX : bytes);
  }
  return all;
}

int64_t ksn_ring_room(const ksn_run *run, const ksn_chunk *chunk, ksn_which of) {
  int64_t all = 0;
  for (int s = 0; s < run->field_count + run->spare_count; s++)
    if (!chunk->stores[s].is_whole && isOf(&chunk->stores[s], of))
      all = ksn_add(all, ksn_plane_bytes(chunk, chunk->stores[s].like));
  if (!all)
    return INT64_MAX / 4;
  int64_t room = -2 * chunk->ghosts - 1, more = chunk->bytes / all;
  while (room < more) {
    const int64_t middle = more - (more - room) / 2;
    if (ksn_rings_bytes(run, chunk, of, middle) <= chunk->bytes)
      room = middle;
    else
      more = middle - 1;
  }
  return room;
}

// Besides its slabs, a ring has planes that may be looked at around one slab. (Ghosts are repeated only in the rounds
// beside their own.)
static int64_t leastHeld(const ksn_chunk *chunk) { return chunk->granule ? 2 * chunk->ghosts : chunk->ghosts; }

int64_t ksn_planes_behind(const ksn_chunk *chunk, int64_t lag) {
  const int64_t behind = lag + chunk->reach, least = leastHeld(chunk);
  return behind > least ? behind : least;
}

int64_t ksn_ring_planes(const ksn_chunk *chunk, int workers, int64_t slab, int64_t lag) {
  return (workers + 1) * slab + ksn_planes_behind(chunk, lag);
}

int64_t ksn_lag_of(const ksn_chunk *chunk, int64_t passes) { return chunk->pass_lag * passes + chunk->more_lag; }

int64_t ksn_visit_lag(const ksn_chunk *chunk) {
  const int64_t planned = ksn_lag_of(chunk, chunk->passes);
  return chunk->lag > planned ? chunk->lag : planned;
}

int64_t ksn_store_unit(const ksn_chunk *chunk, const ksn_store *store) {
  int64_t unit = 1;
  while (unit < KSN_ROW && unit * store->like->stride[chunk->axis] % KSN_ROW)
    unit *= 2;
  return unit;
}

int64_t ksn_ring_unit(const ksn_run *run, const ksn_chunk *chunk, ksn_which of) {
  int64_t most = 1;
  for (int s = 0; s < run->field_count + run->spare_count; s++) {
    const ksn_store *const store = &chunk->stores[s];
    const int64_t unit = store->is_whole || !isOf(store, of) ? 1 : ksn_store_unit(chunk, store);
    most = unit > most ? unit : most;
  }
  return most;
}

int64_t ksn_held_planes(const ksn_run *run, const ksn_chunk *chunk, int64_t passes) {
  return ksn_planes_behind(chunk, ksn_lag_of(chunk, passes)) + ksn_ring_unit(run, chunk, KSN_ALL);
}

int64_t ksn_most_passes(const ksn_run *run, const ksn_chunk *chunk) {
  const int64_t usual = ksn_ring_room(run, chunk, KSN_USUAL), all = ksn_ring_room(run, chunk, KSN_ALL);
  const int64_t room = (usual < all ? usual : all) - 2,
                behind = room - chunk->reach - chunk->more_lag; // slabs of a plane
  if (chunk->pass_lag <= 0 || behind / chunk->pass_lag >= run->steps)
    return run->steps;
  return room < leastHeld(chunk) ? 0 : behind / chunk->pass_lag;
}

int64_t ksn_most_lag(const ksn_chunk *chunk) { return ksn_lag_of(chunk, chunk->passes) + chunk->reach; }
