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

// Elements `first` to `last` of some rows. Indices are those at home; on the device only `copied` counts otherwise.
typedef struct staged {
  const ksn_field *field;
  ksn_piece rows;
  int64_t first, last;
  ksn_piece copied; // lies in the staging memory from its beginning on
  int64_t base;     // the index of what is there
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

static int64_t rowsOf(const staged *s) { return s->rows.extent[1] * s->rows.extent[2]; }

// The index of its first element.
static int64_t rowAt(const staged *s, int64_t row) {
  const ksn_piece *const rows = &s->rows;
  return rows->offset + row / rows->extent[1] * rows->pitch[1] + row % rows->extent[1] * rows->pitch[0];
}

static const char *homeOf(const staged *s, int64_t row) { return ksn_at_home(s->field, rowAt(s, row)); }

static int64_t spanOf(const ksn_piece *piece) {
  return (piece->extent[2] - 1) * piece->pitch[1] + (piece->extent[1] - 1) * piece->pitch[0] + piece->extent[0];
}

static int64_t bytesOf(const staged *s) { return spanOf(&s->copied) * (int64_t)ksn_size_of(s->field->type); }

// ---- Between home and staging memory, by several threads, each of which has a part of home

typedef struct share {
  const batch *of;
  const char *from, *end; // elements that begin there
  pthread_t thread;
} share;

// How many elements of a row, whose first is at `row`, begin before the address.
static int64_t elementsBefore(const staged *s, const char *row, const char *address) {
  const int64_t step = ksn_step_at_home(s->field), away = address - row;
  const int64_t count = away > 0 ? (away + step - 1) / step : 0;
  return count < s->rows.extent[0] ? count : s->rows.extent[0];
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
    int64_t first = rowAt(s, row) + elementsBefore(s, homeOf(s, row), from);
    int64_t behind = rowAt(s, row) + elementsBefore(s, homeOf(s, row), end);
    first = first > s->first ? first : s->first;
    behind = behind < s->last + 1 ? behind : s->last + 1;
    char *const memory = s->memory + (first - s->base) * size;
    if (first < behind && b->up)
      ksn_take_run(s->field, first, behind - first, memory);
    else if (first < behind)
      ksn_put_run(s->field, first, behind - first, memory);
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
    const char *const last = homeOf(s, rowsOf(s) - 1) + (s->rows.extent[0] - 1) * ksn_step_at_home(s->field);
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

static void copyAll(batch *b) {
  for (const staged *s = b->all; s && !b->error; s = s->next)
    b->error = b->run->device->buffers->copy(b->run, b->lane, s->field, &s->copied, s->memory, b->up);
  const int finished = b->run->device->buffers->finish(b->run);
  b->error = b->error ? b->error : finished;
}

static void makeRoom(batch *b) {
  int64_t bytes = 0;
  for (const staged *s = b->all; s; s = s->next)
    bytes = ksn_add(bytes, bytesOf(s));
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
    at += bytesOf(s);
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

static void add(batch *b, const staged *what) {
  staged *const s = ksn_allocate(1, sizeof *s);
  *s = *what;
  s->field = b->field;
  s->next = b->all;
  b->all = s;
}

// ---- A piece

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
    ksn_piece rows = part;
    rows.offset = at + from * unit;
    add(&b, &(staged){.rows = rows, .first = INT64_MIN, .last = INT64_MAX - 1, .copied = part, .base = rows.offset});
    flush(&b);
  }
  free(b.memory);
  return b.error;
}

// ---- Fields

static void addPiece(void *context, const ksn_piece *piece) {
  batch *const b = context;
  add(b, &(staged){.rows = *piece, .first = INT64_MIN, .last = INT64_MAX - 1, .copied = *piece, .base = piece->offset});
}

// The box's rows, which lie one behind the other, and all from the first to the last element as one copy: what lies
// between them is left in the staging memory. 0: they don't lie so, or there would be too much of that.
static int addBox(batch *b) {
  const ksn_field *const field = b->field;
  const int64_t size[3] = {field->hi[0] - field->lo[0], field->hi[1] - field->lo[1], field->hi[2] - field->lo[2]};
  staged s = {.first = field->first, .last = field->last};
  s.rows = (ksn_piece){.extent = {size[0], size[1], size[2]}};
  int64_t length = size[0]; // of what an index of the next axis passes over
  for (int axis = 0; axis < 3; axis++)
    s.rows.offset += field->lo[axis] * field->stride[axis];
  for (int axis = 1; axis < 3; axis++) {
    const int64_t pitch = size[axis] > 1 ? field->stride[axis] : length;
    if (pitch < length)
      return 0;
    s.rows.pitch[axis - 1] = pitch;
    length += (size[axis] - 1) * pitch;
  }
  s.base = s.rows.offset > field->first ? s.rows.offset : field->first;
  const int64_t end = s.rows.offset + length < field->last + 1 ? s.rows.offset + length : field->last + 1;
  const int64_t count = end - s.base;
  if (count > 2 * size[0] * size[1] * size[2])
    return 0;
  s.copied = (ksn_piece){.offset = s.base, .extent = {count, 1, 1}, .pitch = {count, count}};
  if (count > 0)
    add(b, &s);
  return 1;
}

static void addField(batch *b) {
  if (ksn_is_empty(b->field))
    return;
  if (b->up)
    ksn_runs_of(b->field, addPiece, b);
  else if (!addBox(b))
    ksn_pieces_of(b->field, addPiece, b);
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
      addField(&b);
    }
    for (const staged *each = b.all; each; each = each->next)
      run->state->moved = ksn_add(run->state->moved, bytesOf(each));
    if (b.all)
      flush(&b);
  }
  free(boxes);
  free(b.memory);
  return b.error;
}
