// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fields and spares as buffers of a device: made when a run begins, filled from home, brought home, freed. The device
// layer gives the operations.
#include "device/Buffers.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Device.h"
#include "device/Pin.h"
#include "device/Staged.h"
#include <stdlib.h>
#include <string.h>

static const ksn_buffers *buffersOf(const ksn_run *run) { return run->device->buffers; }

void ksn_check_device(const ksn_run *run, int code, const char *what) {
  if (code)
    ksn_fail_region(run->info, "%s on %s failed: error %d, %s", what, buffersOf(run)->name(run), code,
                    buffersOf(run)->error(code));
}

int ksn_card_count(const ksn_run *run) {
  const ksn_cards *const cards = buffersOf(run) ? buffersOf(run)->cards : NULL;
  return cards ? cards->count(run) : 1;
}

int ksn_copy_piece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, int64_t at, int up) {
  if (field->apart > 1)
    return ksn_copy_staged(run, lane, field, piece, at, up);
  return buffersOf(run)->copy(run, lane, field, piece, ksn_at_home(field, at), up);
}

typedef struct transfer {
  const ksn_run *run;
  const ksn_field *field;
  int lane, up;
  int error; // of the first piece that failed
} transfer;

static void movePiece(void *context, const ksn_piece *piece) {
  transfer *const t = context;
  const int64_t size = (int64_t)ksn_size_of(t->field->type);
  if (t->error)
    return;
  t->run->state->moved = ksn_add(t->run->state->moved, piece->extent[0] * piece->extent[1] * piece->extent[2] * size);
  t->error = ksn_copy_piece(t->run, t->lane, t->field, piece, piece->offset, t->up);
}

// Elements that aren't neighbours: the whole span goes to the device, and comes back by way of a copy, since what lies
// between the elements isn't ours to write.
static int moveSpan(const ksn_run *run, int lane, const ksn_field *field, int up) {
  const int64_t size = (int64_t)ksn_size_of(field->type), start = field->first * size,
                count = field->last - field->first + 1;
  const ksn_piece piece = {.offset = field->first, .extent = {count, 1, 1}, .pitch = {count, count}};
  char *const home = (char *)field->home;
  run->state->moved = ksn_add(run->state->moved, count * size);
  if (up)
    return buffersOf(run)->copy(run, lane, field, &piece, home + start, up);
  char *const span = ksn_allocate((size_t)count, (size_t)size);
  int error = buffersOf(run)->copy(run, lane, field, &piece, span, up);
  const int finished = buffersOf(run)->finish(run);
  error = error ? error : finished;
  for (ksn_rows rows = ksn_rows_of(field); !error && ksn_next_row(&rows);)
    memcpy(home + rows.offset * size, span + (rows.offset * size - start), (size_t)(rows.count * size));
  free(span);
  return error;
}

int ksn_move_field(const ksn_run *run, int lane, const ksn_field *field, int up) {
  if (field->last < field->first)
    return 0;
  if (field->stride[0] != 1)
    return moveSpan(run, lane, field, up);
  transfer t = {.run = run, .field = field, .lane = lane, .up = up};
  (up ? ksn_runs_of : ksn_pieces_of)(field, movePiece, &t);
  return t.error;
}

// Those fields for which `is` says so.
static int moveFields(const ksn_run *run, int (*is)(const ksn_run *run, int field, int host), int host, int up) {
  const ksn_field **const apart = ksn_allocate((size_t)run->field_count, sizeof *apart);
  int count = 0, error = 0;
  for (int f = 0; f < run->field_count && !error; f++)
    if (is(run, f, host) && run->fields[f].apart > 1)
      apart[count++] = &run->fields[f];
    else if (is(run, f, host))
      error = ksn_move_field(run, KSN_LANE_WORK, &run->fields[f], up);
  if (!error && count)
    error = ksn_move_staged(run, KSN_LANE_WORK, apart, count, up);
  free(apart);
  const int finished = buffersOf(run)->finish(run);
  return error ? error : finished;
}

static int isLent(const ksn_run *run, int field) { return run->state->lent && run->state->lent[field]; }
static int stays(const ksn_run *run, int field) { return run->state->stays && run->state->stays[field]; }

static int allocate(ksn_run *run, ksn_why *why) {
  for (int f = 0; f < run->field_count; f++)
    if (!isLent(run, f))
      run->fields[f].mem = NULL;
  for (int s = 0; s < run->spare_count; s++)
    run->spares[s].mem = NULL;
  run->state->has_buffers = 1;
  for (int n = 0; n < run->field_count + run->spare_count; n++) {
    const int isField = n < run->field_count;
    if (isField && isLent(run, n))
      continue;
    ksn_field *const field = &run->fields[isField ? n : run->spares[n - run->field_count].like];
    void **const mem = isField ? &field->mem : &run->spares[n - run->field_count].mem;
    const int error = buffersOf(run)->allocate(run, 0, field, mem);
    if (error) {
      *mem = NULL;
      return ksn_because(why, "no buffer for %s (%s) on %s: error %d, %s", field->name,
                         ksn_show_bytes(ksn_buffer_bytes(field)).text, buffersOf(run)->name(run), error,
                         buffersOf(run)->error(error));
    }
  }
  return 0;
}

// A card finds each locked page by an entry of its own memory.
// (On an H200 8 bytes for 4 KiB, and up to a seventh more.)
int64_t ksn_table_bytes(const ksn_run *run) {
  const int64_t kBytesOfEntry = 448, kNone = INT64_C(1) << 20; // few have room in what a context has anyway
  int64_t bytes = 0;
  for (int f = 0; f < run->field_count && run->device->buffers && run->device->buffers->locker; f++)
    bytes = ksn_add(bytes, run->fields[f].hidden || run->fields[f].apart > 1 ? 0 : ksn_buffer_bytes(&run->fields[f]));
  return bytes / kBytesOfEntry > kNone ? ksn_taken_bytes(bytes / kBytesOfEntry) : 0;
}

const ksn_locker *ksn_locker_of(const ksn_run *run) {
  return buffersOf(run)->locker ? buffersOf(run)->locker(run) : NULL;
}

void ksn_pin_buffers(ksn_run *run) {
  const ksn_locker *const locker = ksn_locker_of(run);
  if (!locker)
    return;
  ksn_pin_homes(run, locker, 1);
  run->state->is_pinned = 1;
}

void ksn_unpin_buffers(ksn_run *run) {
  if (run->state->is_pinned)
    ksn_pin_homes(run, ksn_locker_of(run), 0);
  run->state->is_pinned = 0;
}

// Locking pages pays for large arrays only.
static int isWorthPinning(const ksn_run *run) {
  const int64_t kWorthPinning = INT64_C(64) << 20;
  int64_t bytes = 0;
  for (int f = 0; f < run->field_count; f++)
    if (!run->fields[f].hidden && !isLent(run, f) && run->fields[f].apart <= 1)
      bytes = ksn_add(bytes, ksn_buffer_bytes(&run->fields[f]));
  return bytes >= kWorthPinning;
}

void ksn_pin_large(ksn_run *run) {
  if (isWorthPinning(run))
    ksn_pin_buffers(run);
}

// What no pass reads and all of which they write stays away, unless there is none.
static int isLoaded(const ksn_run *run, int field, int host) {
  (void)host;
  const ksn_field *const f = &run->fields[field];
  return !f->hidden && !isLent(run, field) && !(f->renewed && run->steps > 0);
}

int ksn_load_buffers(ksn_run *run, ksn_why *why) {
  if (allocate(run, why))
    return -1;
  ksn_pin_large(run);
  const int error = moveFields(run, isLoaded, 0, 1);
  if (error)
    return ksn_because(why, "the arrays cannot be copied to %s: error %d, %s", buffersOf(run)->name(run), error,
                       buffersOf(run)->error(error));
  return 0;
}

void ksn_fetch_buffer(ksn_run *run, int field) {
  ksn_check_device(run, ksn_move_field(run, KSN_LANE_WORK, &run->fields[field], 0),
                   "copying a reduction's values back");
  ksn_check_device(run, buffersOf(run)->finish(run), "copying a reduction's values back");
}

void ksn_wait_buffers(ksn_run *run) { ksn_check_device(run, buffersOf(run)->finish(run), "a kernel"); }

static int isStored(const ksn_run *run, int field, int host) {
  const ksn_field *const f = &run->fields[field];
  return f->written && !f->unwanted && (host < 0 ? !stays(run, field) : host == (f->host & 1));
}

void ksn_store_buffers(ksn_run *run, int host) {
  ksn_check_device(run, moveFields(run, isStored, host, 0), "copying the results back");
}

static int isOfHost(const ksn_run *run, int field, int host) { return (run->fields[field].host & host) != 0; }

void ksn_reload_buffers(ksn_run *run) {
  ksn_check_device(run, moveFields(run, isOfHost, 2, 1), "copying what host code has written");
}

void ksn_move_box(ksn_run *run, const ksn_field *box, int up) {
  const char *const kWhat = up ? "copying what was written at home" : "copying some planes home";
  ksn_check_device(run, ksn_move_field(run, KSN_LANE_WORK, box, up), kWhat);
  ksn_check_device(run, buffersOf(run)->finish(run), kWhat);
}

// What cannot be freed is lost; the results are home, or were never begun.
static void freeBuffers(ksn_run *run) {
  for (int f = 0; f < run->field_count && run->state->has_buffers; f++)
    if (run->fields[f].mem)
      buffersOf(run)->free(&run->fields[f], run->fields[f].mem);
  for (int s = 0; s < run->spare_count && run->state->has_buffers; s++)
    if (run->spares[s].mem)
      buffersOf(run)->free(&run->fields[run->spares[s].like], run->spares[s].mem);
  run->state->has_buffers = 0;
  ksn_unpin_buffers(run);
}

// ---- What a run has of its device

void *ksn_open_buffers(ksn_run *run, void *device) {
  ksn_opened *const opened = ksn_allocate(1, buffersOf(run)->state_bytes);
  opened->device = device;
  run->state->device = opened;
  return opened;
}

int ksn_same_buffers(const ksn_run *a, const ksn_run *b) {
  const ksn_opened *const left = a->state->device, *const right = b->state->device;
  return left->device == right->device;
}

void ksn_adopt_buffers(ksn_run *run, const ksn_run *of) {
  const ksn_opened *const opened = of->state->device;
  (void)ksn_open_buffers(run, opened->device);
  run->state->has_buffers = 1;
}

void ksn_release_buffers(ksn_run *run) {
  ksn_opened *const opened = run->state->device;
  if (!opened)
    return;
  freeBuffers(run);
  if (buffersOf(run)->close)
    buffersOf(run)->close(opened);
  free(opened);
  run->state->device = NULL;
}
