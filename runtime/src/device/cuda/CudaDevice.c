// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cuda target: every field and spare is memory of the device for the whole run; mem points at element (0, 0, 0).
// Regions and launches (or batches of them) are NVTX ranges, for profilers.
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "device/cuda/Cuda.h"
#include <nvtx3/nvToolsExt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { kMostArguments = 1024 };

typedef struct cudaRun {
  ksn_opened opened;
  ksn_cuda_queue *queue; // of what is started in core; NULL where another run's memory is adopted
  nvtxRangeId_t range;   // 0: none
} cudaRun;

static cudaRun *stateOf(const ksn_run *run) { return run->state->device; }
static const ksn_cuda_cards *cardsOf(const ksn_run *run) { return stateOf(run)->opened.device; }
static ksn_cuda *cardOf(const ksn_run *run, int lane) { return &cardsOf(run)->list[ksn_card_of(lane)]; }

// What is asked for next is that card's. Each thread has one; that of a run begins with the first.
static cudaError_t turnTo(const ksn_cuda_cards *cards, int card) {
  return cards->count > 1 ? cudaSetDevice(cards->list[card].index) : cudaSuccess;
}

static int areReady(const ksn_cuda_cards *cards, const ksn_info *info, ksn_why *why) {
  for (int c = cards->count; c-- > 0;) { // the first one last
    const cudaError_t error = turnTo(cards, c);
    if (error != cudaSuccess)
      return ksn_because(why, "%s cannot be used: error %d, %s", cards->list[c].name, (int)error,
                         cudaGetErrorString(error));
    if (ksn_cuda_ready_for(&cards->list[c], info, why))
      return -1;
  }
  return 0;
}

static int openRun(ksn_run *run, ksn_why *why) {
  const ksn_cuda_cards *const cards = ksn_cuda_open(why);
  if (!cards || areReady(cards, run->info, why))
    return -1;
  cudaRun *const state = ksn_open_buffers(run, (void *)(uintptr_t)cards);
  state->queue = ksn_cuda_queue_open(cards->list[0].streams[KSN_LANE_WORK]);
  state->range = nvtxRangeStartA(run->info->name);
  return 0;
}

static int limits(const ksn_run *run, int card, int64_t *freeBytes, int64_t *bufferBytes, const char **name) {
  (void)bufferBytes;
  size_t available = 0, total = 0;
  const ksn_cuda *const at = &cardsOf(run)->list[card];
  if (turnTo(cardsOf(run), card) != cudaSuccess || cudaMemGetInfo(&available, &total) != cudaSuccess)
    return -1;
  *freeBytes = (int64_t)available;
  *name = at->name;
  return 0;
}

// ---- buffers
static int64_t offsetOf(const ksn_field *like) { return ksn_lowest(like) * (int64_t)ksn_size_of(like->type); }

static int takeBlock(const ksn_run *run, int card, int64_t bytes, void **block) {
  const cudaError_t error = turnTo(cardsOf(run), card);
  return (int)(error == cudaSuccess ? cudaMalloc(block, (size_t)bytes) : error);
}

static int allocate(const ksn_run *run, int card, const ksn_field *like, void **mem) {
  void *block = NULL;
  const int error = takeBlock(run, card, ksn_buffer_bytes(like), &block);
  if (!error)
    *mem = (char *)block - offsetOf(like);
  return error;
}

static void freeBlock(const ksn_field *like, void *mem) { (void)cudaFree((char *)mem + offsetOf(like)); }

// For whoever looks at what the lane has done, or puts something behind it.
static cudaStream_t streamOf(const ksn_run *run, int lane) {
  if (lane == KSN_LANE_WORK)
    ksn_cuda_make_held(run, stateOf(run)->queue);
  return cardOf(run, lane)->streams[lane % KSN_LANES];
}

static int finish(const ksn_run *run) {
  cudaError_t error = cudaSuccess;
  for (int lane = 0; lane < ksn_lane_of(cardsOf(run)->count, 0) && error == cudaSuccess; lane++)
    error = cudaStreamSynchronize(streamOf(run, lane));
  return (int)error;
}

static const char *nameOf(const ksn_run *run) { return cardsOf(run)->list[0].name; }

static const char *errorOf(int code) { return cudaGetErrorString((cudaError_t)code); }

static cudaError_t copyRows(cudaStream_t stream, char *to, const char *from, const size_t region[3],
                            const size_t pitch[2], enum cudaMemcpyKind kind) {
  for (size_t plane = 0; plane < region[2]; plane++)
    for (size_t row = 0; row < region[1]; row++) {
      const size_t at = plane * pitch[1] + row * pitch[0];
      const cudaError_t error = cudaMemcpyAsync(to + at, from + at, region[0], kind, stream);
      if (error != cudaSuccess)
        return error;
    }
  return cudaSuccess;
}

// Rows that lie further apart than a rectangular copy takes are copied one by one.
static int copyPiece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up) {
  const size_t size = ksn_size_of(field->type);
  const size_t region[3] = {(size_t)piece->extent[0] * size, (size_t)piece->extent[1], (size_t)piece->extent[2]};
  const size_t pitch[2] = {(size_t)piece->pitch[0] * size, (size_t)piece->pitch[1] * size};
  char *const device = (char *)field->mem + piece->offset * (int64_t)size;
  char *const to = up ? device : host, *const from = up ? host : device;
  const enum cudaMemcpyKind kind = up ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost;
  const cudaStream_t stream = streamOf(run, lane);
  if ((region[1] == 1 && region[2] == 1) || pitch[0] > (size_t)cardOf(run, lane)->max_pitch)
    return (int)copyRows(stream, to, from, region, pitch, kind);
  if (region[2] == 1)
    return (int)cudaMemcpy2DAsync(to, pitch[0], from, pitch[0], region[0], region[1], kind, stream);
  const struct cudaMemcpy3DParms parms = {.srcPtr = {from, pitch[0], region[0], pitch[1] / pitch[0]},
                                          .dstPtr = {to, pitch[0], region[0], pitch[1] / pitch[0]},
                                          .extent = {region[0], region[1], region[2]},
                                          .kind = kind};
  return (int)cudaMemcpy3DAsync(&parms, stream);
}

// ---- placement chunked
static void giveBlock(void *block) {
  if (!ksn_cuda_give_ring(block))
    (void)cudaFree(block);
}

static int64_t granule(const ksn_run *run) { return ksn_cuda_granule(&cardsOf(run)->list[0]); }

static int takeRing(const ksn_run *run, int64_t bytes, void **block) {
  return ksn_cuda_take_ring(&cardsOf(run)->list[0], bytes, block);
}

static int copyWithin(const ksn_run *run, int lane, void *toBlock, int64_t to, void *block, int64_t from,
                      int64_t bytes) {
  return (int)cudaMemcpyAsync((char *)toBlock + to, (char *)block + from, (size_t)bytes, cudaMemcpyDeviceToDevice,
                              streamOf(run, lane));
}

static int putMark(const ksn_run *run, int lane, int isTimed, void **mark) {
  ksn_cuda_mark *made = NULL;
  const cudaError_t error = ksn_cuda_mark_lane(cardOf(run, lane), streamOf(run, lane), isTimed, &made);
  *mark = made;
  return (int)error;
}

static int markLane(const ksn_run *run, int lane, void **mark) { return putMark(run, lane, 0, mark); }

static int followMark(const ksn_run *run, int lane, void *mark) {
  return (int)cudaStreamWaitEvent(streamOf(run, lane), ksn_cuda_event_of(mark), 0);
}

static int awaitMark(const ksn_run *run, void *mark) {
  (void)run;
  return (int)cudaEventSynchronize(ksn_cuda_event_of(mark));
}

static void forgetMark(void *mark) { ksn_cuda_forget(mark); }

// ---- kernels
// The names are texts of one file, mostly the same ones.
static const ksn_kernel *kernelOf(const ksn_run *run, const char *name) {
  for (int k = 0; k < run->info->kernel_count; k++)
    if (run->info->kernels[k].name == name)
      return &run->info->kernels[k];
  for (int k = 0; k < run->info->kernel_count; k++)
    if (!strcmp(run->info->kernels[k].name, name))
      return &run->info->kernels[k];
  ksn_fail_region(run->info, "internal: no kernel %s", name);
}

static int64_t resident(const ksn_run *run, const char *name, const size_t *group) {
  const ksn_kernel *const kernel = kernelOf(run, name);
  int perUnit = 0;
  const int threads = (int)(group[0] * group[1] * group[2]);
  const cudaError_t error =
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perUnit, kernel->function, threads, kernel->local_bytes);
  return error == cudaSuccess ? (int64_t)perUnit * cardsOf(run)->list[0].units : 0;
}

// ---- several cards
static int count(const ksn_run *run) { return cardsOf(run)->count; }

static const int *numbers(const ksn_run *run) { return cardsOf(run)->numbers; }

static int across(const ksn_run *run, int fromCard, void *block, int64_t from, int toCard, void *toBlock, int64_t to,
                  int64_t bytes) {
  return (int)ksn_cuda_across(cardsOf(run), fromCard, (const char *)block + from, toCard, (char *)toBlock + to,
                              (size_t)bytes);
}

static const char *wire(const ksn_run *run) { return ksn_cuda_wire(cardsOf(run)); }

static int stamp(const ksn_run *run, int lane, void **mark) { return putMark(run, lane, 1, mark); }

static double between(void *begun, void *ended) {
  float milliseconds = 0;
  const cudaError_t error = cudaEventElapsedTime(&milliseconds, ksn_cuda_event_of(begun), ksn_cuda_event_of(ended));
  return error == cudaSuccess ? milliseconds * 1e-3 : 0;
}

// To start a round takes a thread some 20 us a card.
static int byThreads(const ksn_run *run) { return sysconf(_SC_NPROCESSORS_ONLN) > cardsOf(run)->count; }

static const ksn_cards cudaCards = {.count = count,
                                    .numbers = numbers,
                                    .across = across,
                                    .wire = wire,
                                    .stamp = stamp,
                                    .by_threads = byThreads,
                                    .between = between,
                                    .links = &ksn_cuda_links};

static void closeRun(void *opened) {
  cudaRun *const state = opened;
  const ksn_cuda_cards *const cards = state->opened.device;
  (void)turnTo(cards, 0); // as it was when the run began
  ksn_cuda_queue_close(state->queue);
  if (state->range)
    nvtxRangeEnd(state->range);
}

static const ksn_locker *lockerOf(const ksn_run *run) {
  (void)run;
  return &ksn_cuda_locker;
}

static const ksn_buffers cudaBuffers = {.state_bytes = sizeof(cudaRun),
                                        .close = closeRun,
                                        .allocate = allocate,
                                        .copy = copyPiece,
                                        .finish = finish,
                                        .workers = KSN_WORKERS,
                                        .resident = resident,
                                        .take = takeBlock,
                                        .within = copyWithin,
                                        .mark = markLane,
                                        .follow = followMark,
                                        .await = awaitMark,
                                        .forget = forgetMark,
                                        .give = giveBlock,
                                        .locker = lockerOf,
                                        .has_addresses = 1,
                                        .free = freeBlock,
                                        .name = nameOf,
                                        .error = errorOf,
                                        .granule = granule,
                                        .take_ring = takeRing,
                                        .cards = &cudaCards};

static unsigned part(size_t groups, size_t from, int most) {
  return (unsigned)(groups - from < (size_t)most ? groups - from : (size_t)most);
}

static void launch(ksn_run *run, int lane, const char *name, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  const ksn_kernel *const kernel = kernelOf(run, name);
  const cudaRun *const state = stateOf(run);
  const ksn_cuda *const card = cardOf(run, lane);
  const int *const most = card->grid_extent;
  unsigned from[2] = {0, 0};
  ksn_arg all[kMostArguments + 2];
  if (argCount > kMostArguments || groups[1] > UINT32_MAX || groups[2] > UINT32_MAX)
    ksn_fail_region(run->info, "internal: a launch of %s with %d arguments, %zu and %zu groups along y and z", name,
                    argCount, groups[1], groups[2]);
  if (groups[0] > (size_t)most[0])
    ksn_fail_region(run->info, "%zu blocks along x are more than the %d that %s allows; translate with a larger --tile",
                    groups[0], most[0], card->name);
  memcpy(all, args, (size_t)argCount * sizeof *args);
  all[argCount] = (ksn_arg)KSN_ARG(from[0]); // a kernel of lower rank does not look at them
  all[argCount + 1] = (ksn_arg)KSN_ARG(from[1]);
  ksn_start start = {.name = name,
                     .kernel = kernel->function,
                     .group = {(unsigned)group[0], (unsigned)group[1], (unsigned)group[2]},
                     .shared = kernel->local_bytes,
                     .arg_count = argCount + 2,
                     .args = all};
  ksn_check_device(run, (int)turnTo(cardsOf(run), ksn_card_of(lane)), name);
  for (size_t z = 0; z < groups[2]; z += (size_t)most[2])
    for (size_t y = 0; y < groups[1]; y += (size_t)most[1]) {
      from[0] = (unsigned)y;
      from[1] = (unsigned)z;
      start.grid[0] = (unsigned)groups[0];
      start.grid[1] = part(groups[1], y, most[1]);
      start.grid[2] = part(groups[2], z, most[2]);
      if (lane == KSN_LANE_WORK && !run->state->chunk && !run->state->parts)
        ksn_cuda_enqueue(run, state->queue, &start);
      else
        ksn_cuda_start(run, card->streams[lane % KSN_LANES], &start);
    }
}

static void pass(ksn_run *run) { ksn_cuda_shorten(run, stateOf(run)->queue); }

const ksn_device ksn_cuda_device = {.target = "cuda",
                                    .open = openRun,
                                    .limits = limits,
                                    .says_left = 1,
                                    .launch = launch,
                                    .pass = pass,
                                    KSN_WITH_BUFFERS(&cudaBuffers)};
