// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Halo.h"
#include "base/Bytes.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Buffers.h"
#include "notes/Notes.h"

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

int64_t ksn_share_bytes(const ksn_parts *parts, const ksn_parted *store, ksn_span planes) {
  const int64_t room = ksn_add(ksn_max(planes.end - planes.from, 0), 2 * parts->ghosts);
  return ksn_add(ksn_times(room, store->plane_bytes), KSN_ROW * store->size);
}

// Bytes from the block's first to the plane's first.
static int64_t placeOf(const ksn_parted *store, const ksn_share *share, int64_t plane) {
  return plane * store->plane_bytes + (store->first - share->shift) * store->size;
}

int ksn_make_room(ksn_run *run, const ksn_parts *parts, ksn_parted *store, int member, ksn_span planes) {
  ksn_share *const share = &store->shares[member];
  if (share->block && ksn_contains(share->planes, planes))
    return 0;
  const ksn_share before = *share;
  share->planes = ksn_hull(before.block ? before.planes : planes, planes);
  const int64_t lowest = (share->planes.from - parts->ghosts) * (store->plane_bytes / store->size) + store->first;
  share->shift = ksn_floor_div(lowest, KSN_ROW) * KSN_ROW;
  const int64_t bytes = ksn_share_bytes(parts, store, share->planes);
  int error = buffersOf(parts)->take(run, bytes, &share->block);
  if (error) {
    *share = before;
    return error;
  }
  run->state->memory = ksn_add(run->state->memory, ksn_taken_bytes(bytes));
  if (!before.block)
    return 0;
  const ksn_span kept = ksn_common(before.valid, before.planes);
  if (!ksn_is_none(kept))
    error = buffersOf(parts)->within(run, KSN_LANE_WORK, share->block, placeOf(store, share, kept.from), before.block,
                                     placeOf(store, &before, kept.from), (kept.end - kept.from) * store->plane_bytes);
  const int finished = buffersOf(parts)->finish(run);
  buffersOf(parts)->give(before.block);
  run->state->memory -= ksn_taken_bytes(ksn_share_bytes(parts, store, before.planes));
  return error ? error : finished;
}

ksn_view ksn_view_of(const ksn_parted *store, int member) {
  const ksn_share *const share = &store->shares[member];
  return (ksn_view){share->block, store->is_whole ? 0 : share->shift, store->size};
}

int64_t ksn_message_bytes(const ksn_message *message) { return message->count * message->store->plane_bytes; }

void ksn_send(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message) {
  const ksn_parted *const store = message->store;
  const ksn_share *const to = &store->shares[message->to], *const from = &store->shares[message->from];
  ksn_check_device(run,
                   buffersOf(parts)->within(run, lane, to->block, placeOf(store, to, message->plane), from->block,
                                            placeOf(store, from, message->source), ksn_message_bytes(message)),
                   "sending planes");
}

typedef struct transfer {
  ksn_run *run;
  const ksn_parts *parts;
  ksn_field part;
  int64_t shift;
  int up, error;
} transfer;

static void movePiece(void *context, const ksn_piece *piece) {
  transfer *const t = context;
  const int64_t size = (int64_t)ksn_size_of(t->part.type);
  ksn_piece there = *piece;
  there.offset -= t->shift;
  t->run->state->moved = ksn_add(t->run->state->moved, piece->extent[0] * piece->extent[1] * piece->extent[2] * size);
  char *const home = (char *)t->part.home + piece->offset * size;
  if (!t->error)
    t->error = buffersOf(t->parts)->copy(t->run, KSN_LANE_WORK, &t->part, &there, home, t->up);
}

int ksn_move_share(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int member, int up) {
  const ksn_parted *const store = field->mem;
  const ksn_share *const share = &store->shares[member];
  transfer t = {.run = run, .parts = parts, .part = *store->like, .shift = share->shift, .up = up};
  t.part.home = field->home;
  t.part.mem = share->block;
  t.part.lo[parts->axis] = share->own.from;
  t.part.hi[parts->axis] = share->own.end;
  if (!ksn_is_none(share->own))
    (up ? ksn_runs_of : ksn_pieces_of)(&t.part, movePiece, &t);
  return t.error;
}
