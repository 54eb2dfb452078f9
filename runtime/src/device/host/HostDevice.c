// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The openmp target: kernels are functions of the program and work on the user's own memory.
#include "base/Block.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "box/Piece.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int openHost(ksn_run *run, ksn_why *why) {
  (void)run;
  (void)why;
  return 0;
}

static int limits(const ksn_run *run, int card, int64_t *freeBytes, int64_t *bufferBytes, const char **name) {
  (void)card;
  (void)run;
  (void)bufferBytes;
  const int64_t available = ksn_free_host_memory();
  if (available >= 0)
    *freeBytes = available;
  *name = "free memory";
  return 0;
}

// A pass over arrays on huge pages takes about four fifths of the time. New ones cost up to 2 s for a GiB where the
// system lends them one by one, and so does it to copy arrays that are on small ones.
static const double kSecondsPerByte = 2e-9;
static const int64_t kLarge = INT64_C(64) << 20; // an array
enum { kManyPasses = 64, kWorth = 10 };

typedef struct host_state {
  ksn_block *blocks; // behind the spares, in order of allocation: flips move the spares' mem about
  double patience;   // seconds after which all arrays move to huge pages; 0: never
} host_state;

static int64_t bytesOf(const ksn_field *field) {
  return field->last < field->first ? 0 : (field->last - field->first + 1) * (int64_t)ksn_size_of(field->type);
}

// The user's pages hold what they hold, so a region waits with them until it has run long.
static void setPatience(ksn_run *run, host_state *host) {
  int64_t large = 0;
  for (int f = 0; f < run->field_count; f++)
    large = ksn_add(large, bytesOf(&run->fields[f]) < kLarge ? 0 : bytesOf(&run->fields[f]));
  host->patience = kWorth * kSecondsPerByte * (double)large;
}

// For memory that nobody has touched yet.
static void askWhereWorth(ksn_run *run, void *memory, int64_t bytes) {
  if (run->steps / run->info->depth >= kManyPasses)
    run->state->huge = ksn_add(run->state->huge, ksn_ask_for_huge_pages(memory, bytes, 0));
}

// Not touched here: the kernels' threads do, so that each page lies near the thread that works on it.
static int allocateSpares(ksn_run *run, host_state *host, ksn_why *why) {
  host->blocks = ksn_allocate((size_t)run->spare_count + 1, sizeof *host->blocks);
  for (int s = 0; s < run->spare_count; s++) {
    const ksn_field *const like = &run->fields[run->spares[s].like];
    const int64_t bytes = ksn_buffer_bytes(like);
    ksn_block *const block = &host->blocks[s];
    if (ksn_take_block((size_t)bytes, block))
      return ksn_because(why, "a working copy of %s (%s) cannot be allocated; use a smaller grid", like->name,
                         ksn_show_bytes(bytes).text);
    askWhereWorth(run, block->memory, bytes);
    run->spares[s].mem = (char *)block->memory - ksn_lowest(like) * (int64_t)ksn_size_of(like->type);
  }
  return 0;
}

static int findScratch(ksn_run *run, ksn_why *why) {
  const size_t scratchBytes = run->threads > 0 ? ksn_scratch_stride(run) * (size_t)run->threads : 0;
  if (scratchBytes && ksn_take_block(scratchBytes, &run->state->scratch))
    return ksn_because(why, "scratch for %d threads (%s) cannot be allocated; lower OMP_NUM_THREADS or the tile",
                       run->threads, ksn_show_bytes((int64_t)scratchBytes).text);
  return 0;
}

static int load(ksn_run *run, ksn_why *why) {
  if (findScratch(run, why))
    return -1;
  host_state *const host = ksn_allocate(1, sizeof *host);
  run->state->device = host;
  if (allocateSpares(run, host, why))
    return -1;
  for (int f = 0; f < run->field_count; f++) {
    run->fields[f].mem = run->fields[f].home;
    if (run->fields[f].hidden)
      askWhereWorth(run, run->state->homes[f].memory, (int64_t)run->state->homes[f].bytes);
  }
  setPatience(run, host);
  return 0;
}

static void askForAll(ksn_run *run) {
  int64_t asked = 0;
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    const int64_t bytes = bytesOf(field), from = field->first * (int64_t)ksn_size_of(field->type);
    if (bytes >= kLarge)
      asked = ksn_add(asked, ksn_ask_for_huge_pages((char *)field->mem + from, bytes, 1));
  }
  run->state->huge = ksn_add(run->state->huge, asked);
}

// Before a pass. As many steps as have been made are to follow.
static void pass(ksn_run *run) {
  host_state *const host = run->state->device;
  if (!host || host->patience == 0 || run->state->steps > run->steps / 2 ||
      ksn_now() - run->state->began < host->patience)
    return;
  host->patience = 0;
  askForAll(run);
}

// Where kernels have windows; else the program calls them.
static void launch(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  (void)lane;
  (void)groups; // the program's loops share out the tiles
  (void)group;
  (void)argCount;
  for (int k = 0; k < run->info->kernel_count; k++)
    if (!strcmp(run->info->kernels[k].name, kernel)) {
      ksn_host_starter *start = NULL;
      memcpy(&start, &run->info->kernels[k].function, sizeof start);
      start(run, args);
      return;
    }
  ksn_fail_region(run->info, "internal: no kernel %s", kernel);
}

static void fetch(ksn_run *run, int field) {
  (void)run;
  (void)field;
}

static void nothing(ksn_run *run) { (void)run; }

// A spare of the field's shape that holds `mem`, or any such spare when NULL; -1: none.
static int spareFor(const ksn_run *run, const ksn_field *field, const void *mem) {
  for (int s = 0; s < run->spare_count; s++)
    if (ksn_same_shape(&run->fields[run->spares[s].like], field) && (!mem || run->spares[s].mem == mem))
      return s;
  return -1;
}

static void moveInto(ksn_run *run, int field, int spare) {
  ksn_copy_box(&run->fields[field], run->spares[spare].mem, run->fields[field].mem);
  ksn_flip(run, field, spare);
}

// Flips only exchange memories, so the home of a field that is away belongs to a spare or to another field that is
// away. A field goes home when a spare has its home. When no field can, they stand in each other's homes: one moves
// into a spare, which frees the home of the next.
static void store(ksn_run *run, int host) {
  (void)host; // all of them: a field that is away may stand in the home of another
  for (;;) {
    int away = -1, wentHome = 0;
    for (int f = 0; f < run->field_count; f++) {
      const ksn_field *const field = &run->fields[f];
      if (!field->written || field->mem == field->home)
        continue;
      const int spare = spareFor(run, field, field->home);
      if (spare < 0) {
        away = f;
        continue;
      }
      moveInto(run, f, spare);
      wentHome = 1;
    }
    if (away < 0)
      return;
    if (!wentHome)
      moveInto(run, away, spareFor(run, &run->fields[away], NULL));
  }
}

static void release(ksn_run *run) {
  host_state *const host = run->state->device;
  for (int s = 0; host && host->blocks && s < run->spare_count; s++)
    ksn_give_block(&host->blocks[s]);
  if (host)
    free(host->blocks);
  free(host);
  ksn_give_block(&run->state->scratch);
  run->state->device = NULL;
}

// ---- Parts of arrays: all that is asked for is done at once

static int take(const ksn_run *run, int card, int64_t bytes, void **block) {
  (void)card;
  (void)run;
  *block = NULL;
  return posix_memalign(block, 4096, (size_t)bytes);
}

static int takeLike(const ksn_run *run, int card, const ksn_field *like, void **mem) {
  const int error = take(run, card, ksn_buffer_bytes(like), mem);
  if (!error)
    *mem = (char *)*mem - ksn_lowest(like) * (int64_t)ksn_size_of(like->type);
  return error;
}

static void giveLike(const ksn_field *like, void *mem) {
  free((char *)mem + ksn_lowest(like) * (int64_t)ksn_size_of(like->type));
}

static int copyPiece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up) {
  (void)run;
  (void)lane;
  const int64_t size = (int64_t)ksn_size_of(field->type);
  char *const there = (char *)field->mem + piece->offset * size;
  for (int64_t plane = 0; plane < piece->extent[2]; plane++)
    for (int64_t row = 0; row < piece->extent[1]; row++) {
      const int64_t at = (plane * piece->pitch[1] + row * piece->pitch[0]) * size;
      memcpy((up ? there : host) + at, (up ? host : there) + at, (size_t)(piece->extent[0] * size));
    }
  return 0;
}

static int copyWithin(const ksn_run *run, int lane, void *toBlock, int64_t to, void *block, int64_t from,
                      int64_t bytes) {
  (void)run;
  (void)lane;
  memcpy((char *)toBlock + to, (char *)block + from, (size_t)bytes);
  return 0;
}

static int finish(const ksn_run *run) {
  (void)run;
  return 0;
}

static int markLane(const ksn_run *run, int lane, void **mark) {
  (void)run;
  (void)lane;
  *mark = ksn_allocate(1, 1);
  return 0;
}

static int followMark(const ksn_run *run, int lane, void *mark) {
  (void)run;
  (void)lane;
  (void)mark;
  return 0;
}

static int awaitMark(const ksn_run *run, void *mark) {
  (void)run;
  (void)mark;
  return 0;
}

static const char *nameOf(const ksn_run *run) {
  (void)run;
  return "the host";
}

static const char *errorOf(int code) {
  (void)code;
  return "no memory left";
}

static const ksn_buffers hostBuffers = {.allocate = takeLike,
                                        .copy = copyPiece,
                                        .finish = finish,
                                        .workers = 1,
                                        .take = take,
                                        .within = copyWithin,
                                        .mark = markLane,
                                        .follow = followMark,
                                        .await = awaitMark,
                                        .forget = free,
                                        .give = free,
                                        .free = giveLike,
                                        .name = nameOf,
                                        .error = errorOf};

const ksn_device ksn_host_device = {.target = "openmp",
                                    .on_host = 1,
                                    .open = openHost,
                                    .limits = limits,
                                    .says_left = 1,
                                    .load = load,
                                    .launch = launch,
                                    .pass = pass,
                                    .fetch = fetch,
                                    .wait = nothing,
                                    .store = store,
                                    .reload = nothing,
                                    .release = release,
                                    .buffers = &hostBuffers,
                                    .find_scratch = findScratch};
