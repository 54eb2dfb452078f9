// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The openacc target: every field and spare is memory of the device for the whole run; mem points at element (0, 0, 0).
// Kernels are functions of the program, which enqueue their loops. A lane is a queue.
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "device/openacc/Acc.h"
#include <stdlib.h>
#include <string.h>

enum { kPassesInQueue = 128, kNoMemory = 1, kFirstMark = KSN_QUEUE + KSN_LANES, kMarks = 4 * KSN_LANES };

// Where the driver has no events for OpenACC's queues, a mark is a queue of its own, which waits for what is marked.
// Those are taken in turn: one that is taken again still waits for what it was before,
// which is more than needed, but long done.
typedef struct accMark {
  void *event;
  int queue;
} accMark;

typedef struct accRun {
  ksn_opened opened;
  int64_t passes;
  int queues; // that were marks so far
} accRun;

static accRun *stateOf(const ksn_run *run) { return run->state->device; }
static ksn_acc *deviceOf(const ksn_run *run) { return stateOf(run)->opened.device; }

static int openRun(ksn_run *run, ksn_why *why) {
  ksn_acc *const device = ksn_acc_open(why);
  if (!device || ksn_acc_exact(device, run->info, why))
    return -1;
  (void)ksn_open_buffers(run, device);
  return 0;
}

// A device may not know what is free.
static int limits(const ksn_run *run, int card, int64_t *freeBytes, int64_t *bufferBytes, const char **name) {
  (void)card;
  (void)bufferBytes;
  const ksn_acc *const device = deviceOf(run);
  const int64_t available = device->type == acc_device_host
                                ? ksn_free_host_memory()
                                : (int64_t)acc_get_property(device->number, device->type, acc_property_free_memory);
  *name = device->name;
  if (available > 0)
    *freeBytes = available;
  return 0;
}

// ---- buffers
static int64_t offsetOf(const ksn_field *like) { return ksn_lowest(like) * (int64_t)ksn_size_of(like->type); }

static int allocate(const ksn_run *run, int card, const ksn_field *like, void **mem) {
  (void)card;
  (void)run;
  char *const block = acc_malloc((size_t)ksn_buffer_bytes(like));
  if (!block)
    return kNoMemory;
  *mem = block - offsetOf(like);
  return 0;
}

static void freeBlock(const ksn_field *like, void *mem) { acc_free((char *)mem + offsetOf(like)); }

static int queueOf(int lane) { return KSN_QUEUE + lane; }

static int finish(const ksn_run *run) {
  (void)run;
  for (int lane = 0; lane < KSN_LANES; lane++)
    acc_wait(queueOf(lane));
  return 0;
}

static const char *nameOf(const ksn_run *run) { return deviceOf(run)->name; }

static const char *errorOf(int code) { return code == kNoMemory ? "no memory" : "unknown"; }

// OpenACC copies only what lies side by side.
static void copyRow(int queue, char *device, char *host, size_t bytes, int up) {
  if (up)
    acc_memcpy_to_device_async(device, host, bytes, queue);
  else
    acc_memcpy_from_device_async(host, device, bytes, queue);
}

static int copyPiece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up) {
  const int isCard = deviceOf(run)->type == acc_device_nvidia, queue = queueOf(lane);
  const int64_t size = (int64_t)ksn_size_of(field->type), rows = piece->extent[1], pitch = piece->pitch[0] * size;
  const size_t bytes = (size_t)(piece->extent[0] * size);
  for (int64_t plane = 0; plane < piece->extent[2]; plane++) {
    const int64_t at = plane * piece->pitch[1] * size;
    char *const device = (char *)field->mem + piece->offset * size + at;
    if (isCard && rows > 1 && !ksn_acc_copy_rows(queue, device, host + at, bytes, (size_t)rows, (size_t)pitch, up))
      continue;
    for (int64_t row = 0; row < rows; row++)
      copyRow(queue, device + row * pitch, host + at + row * pitch, bytes, up);
  }
  return 0;
}

// ---- kernels
static const void *functionOf(const ksn_run *run, const char *name) {
  for (int k = 0; k < run->info->kernel_count; k++)
    if (!strcmp(run->info->kernels[k].name, name))
      return run->info->kernels[k].function;
  ksn_fail_region(run->info, "internal: no kernel %s", name);
}

static void launch(ksn_run *run, int lane, const char *kernel, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  (void)lane;
  (void)groups; // the program knows its gangs
  (void)group;
  (void)argCount;
  ksn_starter *start = NULL;
  const void *const function = functionOf(run, kernel);
  memcpy(&start, &function, sizeof start);
  ksn_acc *const device = deviceOf(run);
  ksn_lock(&device->mutex);
  start(args);
  ksn_unlock(&device->mutex);
}

// The kernels enqueued before look at the variable still: in the queue's order it changes behind them. What is copied
// stays in a ring meanwhile, which isn't page-locked: the driver of NVIDIA's cards takes so few bytes with it at once.
// Launches come one by one.
void ksn_tell(void *variable, const void *value, size_t bytes) {
  enum { kRing = 1 << 18, kAligned = 16 };
  static char ring[kRing];
  static size_t used;
  void *const there = acc_deviceptr(variable);
  if (!there || bytes > kRing)
    ksn_fail("internal: the device has no variable of %zu bytes for what a kernel is told", bytes);
  if (used + bytes > kRing) {
    acc_wait(KSN_QUEUE);
    used = 0;
  }
  memcpy(ring + used, value, bytes);
  acc_memcpy_to_device_async(there, ring + used, bytes, KSN_QUEUE);
  used += (bytes + kAligned - 1) / kAligned * kAligned;
}

// ---- placement chunked
static int takeBlock(const ksn_run *run, int card, int64_t bytes, void **block) {
  (void)card;
  (void)run;
  *block = acc_malloc((size_t)bytes);
  return *block ? 0 : kNoMemory;
}

static void giveBlock(void *block) { acc_free(block); }

// As far as threads limit it; what registers do isn't to be had.
static int64_t resident(const ksn_run *run, const char *kernel, const size_t *group) {
  (void)kernel;
  enum { kWarp = 32 };
  const int64_t items = (int64_t)(group[0] * group[1] * group[2]), threads = (items + kWarp - 1) / kWarp * kWarp;
  return deviceOf(run)->type == acc_device_nvidia ? ksn_acc_threads() / threads : 0;
}

static int copyWithin(const ksn_run *run, int lane, void *toBlock, int64_t to, void *block, int64_t from,
                      int64_t bytes) {
  const int isCard = deviceOf(run)->type == acc_device_nvidia;
  if (isCard && !ksn_acc_copy_within(queueOf(lane), (char *)toBlock + to, (char *)block + from, (size_t)bytes))
    return 0;
  ksn_acc_copier *copy = NULL;
  const void *const function = functionOf(run, "ksn_copy_planes");
  memcpy(&copy, &function, sizeof copy);
  copy((char *)toBlock + to, (char *)block + from, bytes, queueOf(lane));
  return 0;
}

static int markLane(const ksn_run *run, int lane, void **mark) {
  accRun *const state = stateOf(run);
  accMark *const made = *mark = ksn_allocate(1, sizeof *made);
  if (deviceOf(run)->type == acc_device_nvidia && !ksn_acc_mark(queueOf(lane), &made->event))
    return 0;
  made->queue = kFirstMark + state->queues++ % kMarks;
  acc_wait_async(queueOf(lane), made->queue);
  return 0;
}

static int followMark(const ksn_run *run, int lane, void *mark) {
  (void)run;
  const accMark *const made = mark;
  if (!made->queue)
    return ksn_acc_follow(queueOf(lane), made->event);
  acc_wait_async(made->queue, queueOf(lane));
  return 0;
}

static int awaitMark(const ksn_run *run, void *mark) {
  (void)run;
  const accMark *const made = mark;
  if (!made->queue)
    return ksn_acc_await(made->event);
  acc_wait(made->queue);
  return 0;
}

static void forgetMark(void *mark) {
  const accMark *const made = mark;
  if (!made->queue)
    ksn_acc_forget(made->event);
  free(mark);
}

static const ksn_locker *lockerOf(const ksn_run *run) {
  return deviceOf(run)->type == acc_device_nvidia ? &ksn_acc_locker : NULL;
}

static const ksn_buffers accBuffers = {.state_bytes = sizeof(accRun),
                                       .allocate = allocate,
                                       .copy = copyPiece,
                                       .finish = finish,
                                       .workers = 1,
                                       .resident = resident,
                                       .take = takeBlock,
                                       .within = copyWithin,
                                       .mark = markLane,
                                       .follow = followMark,
                                       .await = awaitMark,
                                       .forget = forgetMark,
                                       .give = giveBlock,
                                       .locker = lockerOf,
                                       .free = freeBlock,
                                       .name = nameOf,
                                       .error = errorOf};

// OpenACC has no events: the queue is emptied now and then, so that neither memory nor progress run away.
static void pass(ksn_run *run) {
  if (++stateOf(run)->passes % kPassesInQueue == 0)
    acc_wait(KSN_QUEUE);
}

const ksn_device ksn_openacc_device = {.target = "openacc",
                                       .open = openRun,
                                       .limits = limits,
                                       .says_left = 1,
                                       .launch = launch,
                                       .pass = pass,
                                       KSN_WITH_BUFFERS(&accBuffers)};
