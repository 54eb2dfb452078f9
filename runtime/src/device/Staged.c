// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/Staged.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include <stdlib.h>

// Bytes at home that are gone over at a time: a processor's caches hold them until the last field has been.
static const int64_t kAtATime = INT64_C(8) << 20;

typedef struct staged {
  const ksn_field *field;
  ksn_piece piece;
  int64_t at; // at home
  char *memory;
  struct staged *next;
} staged;

typedef struct batch {
  const ksn_run *run;
  const ksn_field *field; // whose pieces come
  int lane, up, error;
  staged *all;
} batch;

static void moveRows(const staged *s, int up) {
  const ksn_piece *const piece = &s->piece;
  const int64_t size = (int64_t)ksn_size_of(s->field->type);
  for (int64_t plane = 0; plane < piece->extent[2]; plane++)
    for (int64_t row = 0; row < piece->extent[1]; row++) {
      const int64_t there = plane * piece->pitch[1] + row * piece->pitch[0];
      if (up)
        ksn_take_run(s->field, s->at + there, piece->extent[0], s->memory + there * size);
      else
        ksn_put_run(s->field, s->at + there, piece->extent[0], s->memory + there * size);
    }
}

// Enqueues the copy.
static void begin(batch *b, const ksn_piece *piece, int64_t at) {
  const int64_t span = (piece->extent[2] - 1) * piece->pitch[1] + (piece->extent[1] - 1) * piece->pitch[0];
  if (b->error)
    return;
  staged *const s = ksn_allocate(1, sizeof *s);
  char *const memory = ksn_allocate((size_t)(span + piece->extent[0]), ksn_size_of(b->field->type));
  *s = (staged){.field = b->field, .piece = *piece, .at = at, .memory = memory, .next = b->all};
  b->all = s;
  if (b->up)
    moveRows(s, 1);
  b->error = b->run->device->buffers->copy(b->run, b->lane, b->field, piece, s->memory, b->up);
}

static void end(batch *b) {
  const int finished = b->run->device->buffers->finish(b->run);
  b->error = b->error ? b->error : finished;
  while (b->all) {
    staged *const s = b->all;
    if (!b->up && !b->error)
      moveRows(s, 0);
    b->all = s->next;
    free(s->memory);
    free(s);
  }
}

static void addPiece(void *context, const ksn_piece *piece) {
  batch *const b = context;
  const int64_t size = (int64_t)ksn_size_of(b->field->type);
  b->run->state->moved = ksn_add(b->run->state->moved, piece->extent[0] * piece->extent[1] * piece->extent[2] * size);
  begin(b, piece, piece->offset);
}

int ksn_copy_staged(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, int64_t at, int up) {
  batch b = {.run = run, .field = field, .lane = lane, .up = up};
  int axis = 2;
  while (axis > 0 && piece->extent[axis] == 1)
    axis--;
  const int64_t unit = axis ? piece->pitch[axis - 1] : 1;
  const int64_t most = kAtATime / ksn_step_at_home(field) / unit, each = most > 0 ? most : 1;
  for (int64_t from = 0; from < piece->extent[axis] && !b.error; from += each) {
    ksn_piece part = *piece;
    part.offset += from * unit;
    part.extent[axis] = piece->extent[axis] - from < each ? piece->extent[axis] - from : each;
    begin(&b, &part, at + from * unit);
    end(&b);
  }
  return b.error;
}

// Number `n` of `of` about equal parts along the slowest axis.
static ksn_field partOf(const ksn_field *field, int64_t n, int64_t of) {
  ksn_field part = *field;
  int axis = 2;
  while (axis > 0 && field->hi[axis] - field->lo[axis] == 1)
    axis--;
  const int64_t planes = field->hi[axis] - field->lo[axis], each = (planes + of - 1) / of;
  part.lo[axis] = field->lo[axis] + (n * each < planes ? n * each : planes);
  part.hi[axis] = field->lo[axis] + ((n + 1) * each < planes ? (n + 1) * each : planes);
  return part;
}

int ksn_move_staged(const ksn_run *run, int lane, const ksn_field *const *fields, int count, int up) {
  batch b = {.run = run, .lane = lane, .up = up};
  int64_t bytes = 0;
  for (int f = 0; f < count; f++) {
    const ksn_bytes all = ksn_bytes_at_home(fields[f]);
    bytes = ksn_is_empty(fields[f]) || all.end - all.from < bytes ? bytes : all.end - all.from;
  }
  const int64_t parts = bytes / kAtATime + 1;
  for (int64_t n = 0; n < parts && !b.error; n++) {
    ksn_field *const boxes = ksn_allocate((size_t)count, sizeof *boxes);
    for (int f = 0; f < count; f++) {
      boxes[f] = partOf(fields[f], n, parts);
      b.field = &boxes[f];
      ksn_pieces_of(&boxes[f], addPiece, &b);
    }
    end(&b);
    free(boxes);
  }
  return b.error;
}
