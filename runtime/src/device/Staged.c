// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/Staged.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Buffers.h"
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { kMostThreads = 8 };
static const int64_t kAtATime = INT64_C(32) << 20;  // bytes at home that are staged at a time
static const int64_t kWindow = INT64_C(1) << 17;    // bytes at home that all fields go over before the next ones come
static const int64_t kForThread = INT64_C(1) << 20; // bytes at home that are worth a thread

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
  char *memory; // of `room` bytes, for all that is staged at a time
  int64_t room;
} batch;

static int64_t rowsOf(const staged *s) { return s->piece.extent[1] * s->piece.extent[2]; }

// Of a row, in elements from the piece's beginning.
static int64_t placeOf(const staged *s, int64_t row) {
  return row / s->piece.extent[1] * s->piece.pitch[1] + row % s->piece.extent[1] * s->piece.pitch[0];
}

static int64_t spanOf(const staged *s) { return placeOf(s, rowsOf(s) - 1) + s->piece.extent[0]; }

static const char *homeOf(const staged *s, int64_t row) { return ksn_at_home(s->field, s->at + placeOf(s, row)); }

// ---- Between home and staging memory, by several threads, each of which has a part of home

typedef struct share {
  const batch *of;
  const char *from, *end; // elements that begin there
  pthread_t thread;
} share;

// Elements of a row from one on, whose first is at `row`, that begin before the address.
static int64_t elementsBefore(const staged *s, const char *row, const char *address) {
  const int64_t step = ksn_step_at_home(s->field), away = address - row;
  const int64_t count = away > 0 ? (away + step - 1) / step : 0;
  return count < s->piece.extent[0] ? count : s->piece.extent[0];
}

// Rows lie one behind the other: the last that begins before the address, or the first of all.
static int64_t rowBefore(const staged *s, const char *address) {
  int64_t low = 0, high = rowsOf(s);
  while (low + 1 < high) {
    const int64_t middle = (low + high) / 2;
    if (homeOf(s, middle) < address)
      low = middle;
    else
      high = middle;
  }
  return low;
}

// Elements that begin between the addresses.
static void moveElements(const batch *b, const staged *s, const char *from, const char *end) {
  const int64_t size = (int64_t)ksn_size_of(s->field->type);
  for (int64_t row = rowBefore(s, from); row < rowsOf(s) && homeOf(s, row) < end; row++) {
    const int64_t first = elementsBefore(s, homeOf(s, row), from);
    const int64_t count = elementsBefore(s, homeOf(s, row), end) - first, place = placeOf(s, row) + first;
    if (b->up)
      ksn_take_run(s->field, s->at + place, count, s->memory + place * size);
    else
      ksn_put_run(s->field, s->at + place, count, s->memory + place * size);
  }
}

static void *moveShare(void *context) {
  const share *const its = context;
  for (const char *from = its->from; from < its->end; from += kWindow)
    for (const staged *s = its->of->all; s; s = s->next)
      moveElements(its->of, s, from, its->end - from < kWindow ? its->end : from + kWindow);
  return NULL;
}

static void moveAll(const batch *b) {
  if (!b->all)
    return;
  const char *from = homeOf(b->all, 0), *end = from;
  for (const staged *s = b->all; s; s = s->next) {
    const char *const first = homeOf(s, 0);
    const char *const last = homeOf(s, rowsOf(s) - 1) + (s->piece.extent[0] - 1) * ksn_step_at_home(s->field);
    from = first < from ? first : from;
    end = last + 1 > end ? last + 1 : end;
  }
  const int64_t processors = sysconf(_SC_NPROCESSORS_ONLN), worth = (end - from) / kForThread + 1;
  int64_t threads = processors < kMostThreads ? processors : kMostThreads;
  threads = threads < worth ? threads : worth;
  const int64_t each = ((end - from) / threads / kWindow + 1) * kWindow;
  share shares[kMostThreads];
  int count = 0;
  for (; count < threads && count * each < end - from; count++) {
    const char *const begins = from + count * each;
    shares[count] = (share){.of = b, .from = begins, .end = end - begins < each ? end : begins + each};
  }
  int started = 1; // this one
  while (started < count && !pthread_create(&shares[started].thread, NULL, moveShare, &shares[started]))
    started++;
  moveShare(&shares[0]);
  for (int n = started; n < count; n++)
    moveShare(&shares[n]);
  for (int n = 1; n < started; n++)
    (void)pthread_join(shares[n].thread, NULL);
}

// ---- Pieces that are staged together

// What lies between the rows may come along, where it is little: nobody takes it from the staging memory.
static ksn_piece comingPiece(const staged *s) {
  const int64_t span = spanOf(s);
  if (span > 2 * rowsOf(s) * s->piece.extent[0])
    return s->piece;
  return (ksn_piece){.offset = s->piece.offset, .extent = {span, 1, 1}, .pitch = {span, span}};
}

static void copyAll(batch *b) {
  for (const staged *s = b->all; s && !b->error; s = s->next) {
    const ksn_piece piece = b->up ? s->piece : comingPiece(s);
    b->error = b->run->device->buffers->copy(b->run, b->lane, s->field, &piece, s->memory, b->up);
  }
  const int finished = b->run->device->buffers->finish(b->run);
  b->error = b->error ? b->error : finished;
}

static void makeRoom(batch *b) {
  int64_t bytes = 0;
  for (const staged *s = b->all; s; s = s->next)
    bytes = ksn_add(bytes, spanOf(s) * (int64_t)ksn_size_of(s->field->type));
  if (bytes > b->room) {
    free(b->memory);
    b->memory = malloc((size_t)bytes);
    b->room = bytes;
  }
  if (!b->memory)
    ksn_fail_region(b->run->info, "%s for a copy of elements that lie apart cannot be allocated",
                    ksn_show_bytes(bytes).text);
  char *at = b->memory;
  for (staged *s = b->all; s; s = s->next) {
    s->memory = at;
    at += spanOf(s) * (int64_t)ksn_size_of(s->field->type);
  }
}

static void flush(batch *b) {
  makeRoom(b);
  if (b->up)
    moveAll(b);
  copyAll(b);
  if (!b->up && !b->error)
    moveAll(b);
  while (b->all) {
    staged *const s = b->all;
    b->all = s->next;
    free(s);
  }
}

static void add(batch *b, const ksn_piece *piece, int64_t at) {
  staged *const s = ksn_allocate(1, sizeof *s);
  *s = (staged){.field = b->field, .piece = *piece, .at = at, .next = b->all};
  b->all = s;
}

static void addPiece(void *context, const ksn_piece *piece) {
  batch *const b = context;
  const int64_t elements = piece->extent[0] * piece->extent[1] * piece->extent[2];
  b->run->state->moved = ksn_add(b->run->state->moved, elements * (int64_t)ksn_size_of(b->field->type));
  add(b, piece, piece->offset);
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
    add(&b, &part, at + from * unit);
    flush(&b);
  }
  free(b.memory);
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
  ksn_field *const boxes = ksn_allocate((size_t)count, sizeof *boxes);
  for (int64_t n = 0; n < parts && !b.error; n++) {
    for (int f = 0; f < count; f++) {
      boxes[f] = partOf(fields[f], n, parts);
      b.field = &boxes[f];
      (up ? ksn_runs_of : ksn_pieces_of)(b.field, addPiece, &b);
    }
    if (b.all)
      flush(&b);
  }
  free(boxes);
  free(b.memory);
  return b.error;
}
