// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Halo.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Buffers.h"
#include "notes/Notes.h"
#include "parts/Stretch.h"
#include <stdlib.h>
#include <string.h>

static const ksn_buffers *buffersOf(const ksn_parts *parts) { return parts->device->buffers; }

int64_t ksn_share_bytes(const ksn_parts *parts, const ksn_parted *store, ksn_span planes) {
  const int64_t room = ksn_add(ksn_max(planes.end - planes.from, 0), 2 * parts->ghosts);
  return ksn_add(ksn_times(room, store->plane_bytes), KSN_ROW * store->size);
}

// Bytes from the block's first to the plane's first.
static int64_t placeOf(const ksn_parted *store, const ksn_share *share, int64_t plane) {
  return plane * store->plane_bytes + (store->first - share->shift) * store->size;
}

static int64_t lowestOf(const ksn_parts *parts, const ksn_parted *store, ksn_span planes) {
  return (planes.from - parts->ghosts) * (store->plane_bytes / store->size) + store->first;
}

// A block that another region has left may have fewer ghosts, or narrower planes.
static int hasRoom(const ksn_parts *parts, const ksn_parted *store, const ksn_share *share) {
  const int64_t lowest = lowestOf(parts, store, share->planes);
  return lowest >= share->shift &&
         (lowest - share->shift) * store->size + ksn_share_bytes(parts, store, share->planes) <=
             share->bytes + KSN_ROW * store->size;
}

int ksn_make_room(ksn_run *run, const ksn_parts *parts, ksn_parted *store, int member, ksn_span planes) {
  ksn_share *const share = &store->shares[member];
  if (share->block && ksn_contains(share->planes, planes) && hasRoom(parts, store, share))
    return 0;
  const ksn_share before = *share;
  share->planes = ksn_hull(before.block ? before.planes : planes, planes);
  if (!ksn_has_member(parts, member))
    return 0;
  share->shift = ksn_floor_div(lowestOf(parts, store, share->planes), KSN_ROW) * KSN_ROW;
  const int64_t bytes = ksn_share_bytes(parts, store, share->planes);
  int error = buffersOf(parts)->take(run, ksn_card_for(parts, member), bytes, &share->block);
  if (error) {
    *share = before;
    return error;
  }
  share->bytes = bytes;
  run->state->memory = ksn_add(run->state->memory, ksn_taken_bytes(bytes));
  if (!before.block)
    return 0;
  const ksn_span kept = ksn_common(before.valid, before.planes);
  error = buffersOf(parts)->finish(run); // planes may be on their way there
  if (!error && !ksn_is_none(kept))
    error = buffersOf(parts)->within(run, ksn_lane_for(parts, member, KSN_LANE_WORK), share->block,
                                     placeOf(store, share, kept.from), before.block, placeOf(store, &before, kept.from),
                                     (kept.end - kept.from) * store->plane_bytes);
  const int finished = buffersOf(parts)->finish(run);
  buffersOf(parts)->give(before.block);
  run->state->memory -= ksn_taken_bytes(before.bytes);
  return error ? error : finished;
}

ksn_view ksn_view_of(const ksn_parted *store, int member) {
  const ksn_share *const share = &store->shares[member];
  return (ksn_view){share->block, store->is_whole ? 0 : share->shift, store->size};
}

int64_t ksn_message_bytes(const ksn_message *message) { return message->count * message->store->plane_bytes; }

char *ksn_plane_at(const ksn_parted *store, int member, int64_t plane) {
  const ksn_share *const share = &store->shares[member];
  return (char *)share->block + placeOf(store, share, plane);
}

int ksn_copy_planes(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message, int64_t from,
                    int64_t bytes, char *host, int up) {
  const ksn_parted *const store = message->store;
  const int member = up ? message->to : message->from;
  const ksn_share *const share = &store->shares[member];
  ksn_field block = *store->like;
  block.mem = share->block;
  const int64_t count = bytes / store->size, place = placeOf(store, share, up ? message->plane : message->source);
  const ksn_piece planes = {.offset = (place + from) / store->size, .extent = {count, 1, 1}, .pitch = {count, count}};
  return buffersOf(parts)->copy(run, ksn_lane_for(parts, member, lane), &block, &planes, host, up);
}

void ksn_send(ksn_run *run, const ksn_parts *parts, int lane, const ksn_message *message) {
  const ksn_parted *const store = message->store;
  const int64_t bytes = ksn_message_bytes(message);
  const int comes = ksn_has_member(parts, message->to), goes = ksn_has_member(parts, message->from);
  if (comes && goes) {
    const ksn_share *const to = &store->shares[message->to], *const from = &store->shares[message->from];
    const int64_t target = placeOf(store, to, message->plane), source = placeOf(store, from, message->source);
    const int isAcross = parts->cards > 1 && message->from != message->to; // a ring's seam may lie in one member
    const int error = isAcross ? buffersOf(parts)->cards->across(run, message->from, from->block, source, message->to,
                                                                 to->block, target, bytes)
                               : buffersOf(parts)->within(run, ksn_lane_for(parts, message->from, lane), to->block,
                                                          target, from->block, source, bytes);
    ksn_check_device(run, error, "sending planes");
  } else if (comes) {
    parts->network->receive(ksn_plane_at(store, message->to, message->plane), bytes, message->from);
  } else if (goes) {
    parts->network->send(ksn_plane_at(store, message->from, message->source), bytes, message->to);
  }
}

// ---- From home, and back

typedef struct transfer {
  ksn_run *run;
  const ksn_parts *parts;
  ksn_field part;
  int64_t shift;
  int lane, up, error;
  int other; // the rank at the other end, where this one has home or the part
} transfer;

static void movePiece(void *context, const ksn_piece *piece) {
  transfer *const t = context;
  const int64_t size = (int64_t)ksn_size_of(t->part.type);
  ksn_piece there = *piece;
  there.offset -= t->shift;
  t->run->state->moved = ksn_add(t->run->state->moved, piece->extent[0] * piece->extent[1] * piece->extent[2] * size);
  if (!t->error)
    t->error = ksn_copy_piece(t->run, t->lane, &t->part, &there, piece->offset, t->up);
}

// The rows of a piece, which lie side by side in `packed`.
static void packRows(char *memory, const ksn_piece *piece, int64_t size, char *packed, int pack) {
  const size_t bytes = (size_t)(piece->extent[0] * size);
  for (int64_t row = 0; row < piece->extent[1] * piece->extent[2]; row++, packed += bytes) {
    const int64_t plane = row / piece->extent[1], within = row % piece->extent[1];
    char *const place = memory + (plane * piece->pitch[1] + within * piece->pitch[0]) * size;
    memcpy(pack ? packed : place, pack ? place : packed, bytes);
  }
}

static void passOn(const transfer *t, char *memory, int64_t bytes, int sends) {
  if (sends)
    t->parts->network->send(memory, bytes, t->other);
  else
    t->parts->network->receive(memory, bytes, t->other);
}

static void passPiece(const transfer *t, char *memory, const ksn_piece *piece, int sends) {
  const int64_t size = (int64_t)ksn_size_of(t->part.type), rows = piece->extent[1] * piece->extent[2];
  const int64_t bytes = rows * piece->extent[0] * size;
  t->run->state->moved = ksn_add(t->run->state->moved, bytes);
  if (rows == 1) {
    passOn(t, memory, bytes, sends);
    return;
  }
  char *const packed = ksn_allocate((size_t)bytes, 1);
  if (sends)
    packRows(memory, piece, size, packed, 1);
  passOn(t, packed, bytes, sends);
  t->parts->network->finish();
  if (!sends)
    packRows(memory, piece, size, packed, 0);
  free(packed);
}

// By way of the host's memory, in which the piece's rows are as far apart.
static void passFromDevice(const transfer *t, const ksn_piece *piece, int sends) {
  const char *const kWhat = "moving a part between home and the device";
  const ksn_buffers *const buffers = buffersOf(t->parts);
  const int64_t size = (int64_t)ksn_size_of(t->part.type);
  const int64_t span = (piece->extent[2] - 1) * piece->pitch[1] + (piece->extent[1] - 1) * piece->pitch[0];
  ksn_check_device(t->run, buffers->finish(t->run), kWhat); // the memory may still be read
  char *const memory = ksn_stretch(t->run, (span + piece->extent[0]) * size);
  ksn_piece there = *piece;
  there.offset -= t->shift;
  if (sends) {
    ksn_check_device(t->run, buffers->copy(t->run, t->lane, &t->part, &there, memory, 0), kWhat);
    ksn_check_device(t->run, buffers->finish(t->run), kWhat);
  }
  passPiece(t, memory, piece, sends);
  t->parts->network->finish();
  if (!sends)
    ksn_check_device(t->run, buffers->copy(t->run, t->lane, &t->part, &there, memory, 1), kWhat);
}

// Both ranks go through the same pieces, of a few MiB each: one with its part, the other with home.
static void sendPiece(void *context, const ksn_piece *piece) {
  const transfer *const t = context;
  const int64_t kMost = (int64_t)1 << 24, size = (int64_t)ksn_size_of(t->part.type); // bytes
  int axis = 2;
  while (axis > 0 && piece->extent[axis] == 1)
    axis--;
  const int64_t unit = axis ? piece->pitch[axis - 1] : 1, most = ksn_max(kMost / size / unit, 1);
  ksn_piece part = *piece;
  for (int64_t from = 0; piece->extent[axis] > most && from < piece->extent[axis]; from += most) {
    part.offset = piece->offset + from * unit;
    part.extent[axis] = ksn_min(most, piece->extent[axis] - from);
    sendPiece(context, &part);
  }
  if (piece->extent[axis] > most)
    return;
  const int isHome = t->parts->network->rank == 0, sends = isHome == t->up;
  if (isHome)
    passPiece(t, (char *)t->part.home + piece->offset * size, piece, sends);
  else if (t->parts->staging)
    passFromDevice(t, piece, sends);
  else
    passPiece(t, (char *)t->part.mem + (piece->offset - t->shift) * size, piece, sends);
}

// `field`: the box, its home, and as mem the store. `between`: what lies between the box's rows may go as well.
static int moveShare(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int member, int up, int between,
                     ksn_piece_visitor *move) {
  const ksn_parted *const store = field->mem;
  const ksn_share *const share = &store->shares[member];
  const ksn_span planes = ksn_common(share->own, (ksn_span){field->lo[parts->axis], field->hi[parts->axis]});
  transfer t = {.run = run, .parts = parts, .part = *field, .shift = share->shift, .up = up};
  t.lane = ksn_lane_for(parts, member, KSN_LANE_WORK);
  t.other = parts->network && parts->network->rank == 0 ? member : 0;
  t.part.mem = share->block;
  t.part.lo[parts->axis] = planes.from;
  t.part.hi[parts->axis] = planes.end;
  if (!ksn_is_none(planes))
    (between ? ksn_runs_of : ksn_pieces_of)(&t.part, move, &t);
  return t.error;
}

static int moveShares(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int up, int between) {
  const int rank = parts->network ? parts->network->rank : 0;
  int error = 0;
  for (int m = 0; m < parts->members && !error; m++)
    if (rank == 0 || rank == m)
      error = moveShare(run, parts, field, m, up, between, parts->network && m > 0 ? sendPiece : movePiece);
  if (parts->network)
    parts->network->finish();
  return error;
}

// All that the store has of the field, in the field's home.
static ksn_field wholeOf(const ksn_field *field) {
  ksn_field whole = *((const ksn_parted *)field->mem)->like;
  whole.home = field->home;
  whole.mem = field->mem;
  return whole;
}

int ksn_move_shares(ksn_run *run, const ksn_parts *parts, const ksn_field *field, int up) {
  const ksn_field whole = wholeOf(field);
  return moveShares(run, parts, &whole, up, up);
}

int ksn_fill_box(ksn_run *run, const ksn_parts *parts, const ksn_field *box) {
  return moveShares(run, parts, box, 1, 0);
}

int ksn_bring_box(ksn_run *run, const ksn_parts *parts, const ksn_field *box) {
  return moveShares(run, parts, box, 0, 0);
}

int ksn_give_whole(ksn_run *run, const ksn_parts *parts, const ksn_field *field) {
  const ksn_parted *const store = field->mem;
  const int rank = parts->network ? parts->network->rank : 0;
  ksn_field whole = *field;
  int error = 0;
  char *received = NULL;
  if (parts->network && !ksn_is_empty(field)) {
    const int64_t from = field->first * store->size, bytes = (field->last - field->first + 1) * store->size;
    if (rank > 0)
      whole.home = (received = ksn_allocate((size_t)bytes, 1)) - from;
    parts->network->share((char *)whole.home + from, bytes, 0);
  }
  for (int m = 0; m < parts->members && !error; m++) {
    whole.mem = store->shares[m].block;
    if (ksn_has_member(parts, m))
      error = ksn_move_field(run, ksn_lane_for(parts, m, KSN_LANE_WORK), &whole, 1);
  }
  const int finished = received ? buffersOf(parts)->finish(run) : 0;
  free(received);
  return error ? error : finished;
}

int ksn_bring_to_all(ksn_run *run, const ksn_parts *parts, const ksn_field *field) {
  const ksn_parted *const store = field->mem;
  const ksn_network *const network = parts->network;
  const ksn_field whole = wholeOf(field);
  int error = 0;
  if (network->rank < parts->members)
    error = moveShare(run, parts, &whole, network->rank, 0, 0, movePiece);
  if (!error)
    error = buffersOf(parts)->finish(run);
  int64_t *const places = ksn_allocate(2 * (size_t)network->count, sizeof *places);
  int64_t *const bytes = places + network->count;
  for (int m = 0; m < parts->members; m++) {
    const ksn_span own = store->shares[m].own;
    const int64_t plane = store->plane_bytes / store->size;
    const int64_t from = ksn_max(own.from * plane + store->first, field->first);
    const int64_t end = ksn_min(own.end * plane + store->first, field->last + 1);
    if (!ksn_is_none(own) && from < end) {
      places[m] = from * store->size;
      bytes[m] = (end - from) * store->size;
    }
  }
  network->gather(field->home, places, bytes);
  free(places);
  return error;
}
