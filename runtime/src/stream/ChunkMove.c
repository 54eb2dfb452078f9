// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "stream/ChunkMove.h"
#include "base/Bytes.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "stream/ChunkKeep.h"
#include "stream/ChunkPlanes.h"
#include "stream/ChunkState.h"

static const ksn_buffers *buffersOf(const ksn_chunk *chunk) { return chunk->device->buffers; }

static int64_t leastOf(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t mostOf(int64_t a, int64_t b) { return a > b ? a : b; }

// ---- Where planes are: those of one round of the ring, from its first one on, lie side by side
static int64_t roundOf(const ksn_chunk *chunk, const ksn_store *has, int64_t plane) {
  return ksn_floor_div(plane - chunk->origin, has->planes);
}
static int64_t roundStart(const ksn_chunk *chunk, const ksn_store *has, int64_t round) {
  return chunk->origin + round * has->planes;
}

// Where memory is there twice, as many as fit with those around them.
int64_t ksn_seam_behind(const ksn_chunk *chunk, const ksn_store *has, int64_t plane) {
  return has->around ? plane + has->planes - 2 * chunk->ghosts : roundStart(chunk, has, roundOf(chunk, has, plane) + 1);
}

ksn_chunk ksn_next_visit(const ksn_chunk *chunk) {
  ksn_chunk next = *chunk;
  const int64_t units = (chunk->end - chunk->origin + chunk->unit - 1) / chunk->unit;
  next.origin = chunk->first - units * chunk->unit;
  return next;
}

// ---- The rows that there are of an array
static int64_t firstRow(const ksn_chunk *chunk, const ksn_store *has) {
  return mostOf(chunk->there.from, has->like->lo[chunk->axis - 1]);
}
static int64_t rowsBefore(const ksn_chunk *chunk, const ksn_store *has) {
  return (firstRow(chunk, has) - has->like->lo[chunk->axis - 1]) * has->like->stride[chunk->axis - 1];
}

// Planes are copied within the device: as one where they are whole.
static void copyPlanes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, int64_t to, int64_t from,
                       int64_t planes) {
  const int64_t bytes = ksn_plane_bytes(chunk, has->like), size = (int64_t)ksn_size_of(has->like->type);
  if (!chunk->width) {
    ksn_check_device(run, buffersOf(chunk)->within(run, lane, has->block, to, has->block, from, planes * bytes),
                     "copying planes");
    return;
  }
  const int64_t rows = leastOf(chunk->there.end, has->like->hi[chunk->axis - 1]) - firstRow(chunk, has);
  const int64_t used = rows * has->like->stride[chunk->axis - 1] * size;
  const int64_t before = rowsBefore(chunk, has) * size;
  for (int64_t plane = 0; rows > 0 && plane < planes; plane++) {
    const int64_t at = plane * bytes + before;
    ksn_check_device(run, buffersOf(chunk)->within(run, lane, has->block, to + at, has->block, from + at, used),
                     "copying rows");
  }
}

// What is to be taken off the linear indices of planes of this round.
static int64_t shiftOf(const ksn_chunk *chunk, const ksn_store *has, int64_t round) {
  const int64_t first = (roundStart(chunk, has, round) - chunk->ghosts) * has->like->stride[chunk->axis] + has->first;
  if (!chunk->width)
    return ksn_floor_div(first, KSN_ROW) * KSN_ROW;
  const int64_t segment = round - ksn_floor_div(round, chunk->segments) * chunk->segments;
  const int64_t place = (has->place + segment * has->room) / (int64_t)ksn_size_of(has->like->type);
  return ksn_floor_div(first + rowsBefore(chunk, has), KSN_ROW) * KSN_ROW - place;
}

int64_t ksn_shift_at(const ksn_chunk *chunk, const ksn_store *has, int64_t plane) {
  if (has->is_whole)
    return 0;
  if (!has->around)
    return shiftOf(chunk, has, roundOf(chunk, has, plane));
  // What lies around the plane is there, too: the round in which the first of it is, and then the next one.
  const int64_t stride = has->like->stride[chunk->axis], low = (plane - chunk->ghosts) * stride + has->first;
  const int64_t origin = ksn_floor_div(chunk->origin * stride + has->first, KSN_ROW) * KSN_ROW;
  return origin + ksn_floor_div(low - origin, has->around) * has->around;
}

void ksn_repeat_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, int64_t from,
                       int64_t end) {
  if (has->around)
    return;
  const int64_t round = roundOf(chunk, has, from);
  for (int64_t other = round - 1; other <= round + 1; other += 2) {
    const int64_t seam = roundStart(chunk, has, other > round ? other : round);
    const int64_t lo = mostOf(from, seam - chunk->ghosts), hi = leastOf(end, seam + chunk->ghosts);
    if (lo >= hi)
      continue;
    const int64_t at = lo * has->like->stride[chunk->axis] + has->first, size = (int64_t)ksn_size_of(has->like->type);
    const int64_t to = (at - shiftOf(chunk, has, other)) * size, source = (at - shiftOf(chunk, has, round)) * size;
    copyPlanes(run, chunk, lane, has, to, source, hi - lo);
  }
}

// ---- Planes in and out
typedef struct transfer {
  ksn_run *run;
  const ksn_chunk *chunk;
  ksn_field part;
  int64_t shift;
  int lane, error;
} transfer;

static void movePiece(void *context, const ksn_piece *piece) {
  transfer *const t = context;
  ksn_run *const run = t->run;
  const int64_t size = (int64_t)ksn_size_of(t->part.type);
  ksn_piece there = *piece;
  there.offset -= t->shift;
  run->state->moved = ksn_add(run->state->moved, piece->extent[0] * piece->extent[1] * piece->extent[2] * size);
  if (!t->error)
    t->error = ksn_copy_piece(run, t->lane, &t->part, &there, piece->offset, t->lane == KSN_LANE_IN);
}

// Those that have gone home already come from where they were kept.
static void moveRows(transfer *t, const ksn_store *has) {
  const ksn_chunk *const chunk = t->chunk;
  const int side = chunk->axis - 1, isIn = t->lane == KSN_LANE_IN;
  const ksn_field all = t->part;
  if (chunk->width) {
    const ksn_rows_needed *const rows = isIn ? &chunk->there : &chunk->own;
    t->part.lo[side] = mostOf(isIn && chunk->own.from > chunk->rows_first ? chunk->own.from : rows->from, all.lo[side]);
    t->part.hi[side] = leastOf(rows->end, all.hi[side]);
  }
  // In blocks, the gaps between rows are other rows' places.
  (isIn && !chunk->width ? ksn_runs_of : ksn_pieces_of)(&t->part, movePiece, t);
  if (!chunk->width || !isIn || chunk->own.from == chunk->rows_first)
    return;
  t->part.lo[side] = mostOf(chunk->there.from, all.lo[side]);
  t->part.hi[side] = leastOf(chunk->own.from, all.hi[side]);
  const int64_t end = t->part.lo[side] < t->part.hi[side] ? all.hi[chunk->axis] : all.lo[chunk->axis];
  for (int64_t plane = all.lo[chunk->axis]; plane < end; plane++) {
    t->part.lo[chunk->axis] = plane;
    t->part.hi[chunk->axis] = plane + 1;
    t->part.home = ksn_kept_plane(chunk, has, plane);
    t->part.apart = 1;
    ksn_pieces_of(&t->part, movePiece, t);
  }
}

// Those that lie side by side on the device and, off the ring by whole rounds of it, at home.
static void moveSome(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, const ksn_field *home,
                     int64_t from, int64_t end, int64_t off) {
  const int axis = chunk->axis;
  transfer t = {.run = run, .chunk = chunk, .part = *home, .lane = lane};
  t.shift = ksn_shift_at(chunk, has, from) - off * has->like->stride[axis];
  if (off > 0) {
    t.part.home = has->again;
    t.part.apart = has->again_apart;
  }
  t.part.mem = has->block;
  t.part.lo[axis] = mostOf(from - off, has->like->lo[axis]);
  t.part.hi[axis] = leastOf(end - off, has->like->hi[axis]);
  if (t.part.lo[axis] < t.part.hi[axis])
    moveRows(&t, has);
  ksn_check_device(run, t.error, lane == KSN_LANE_IN ? "bringing planes in" : "bringing planes home");
  if (lane == KSN_LANE_IN)
    ksn_repeat_planes(run, chunk, lane, has, from, end);
}

void ksn_move_planes(ksn_run *run, const ksn_chunk *chunk, int lane, const ksn_store *has, const ksn_field *home,
                     int64_t from, int64_t end) {
  const int64_t length = chunk->ring_end - chunk->ring_first;
  while (from < end) {
    int64_t until = leastOf(end, ksn_seam_behind(chunk, has, from)), off = 0;
    if (length) {
      off = ksn_floor_div(from - chunk->ring_first, length) * length;
      until = leastOf(until, chunk->ring_end + off);
    }
    moveSome(run, chunk, lane, has, home, from, until, off);
    from = until;
  }
}
