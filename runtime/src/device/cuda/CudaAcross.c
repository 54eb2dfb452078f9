// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies from one card to another, in the first one's lane out. Directly where the driver lets both cards reach each
// other's memory. Else a piece at a time through page-locked memory: while the second card takes one, the first one
// brings the next.
#include "base/Env.h"
#include "base/Error.h"
#include "device/cuda/Cuda.h"

enum { kSlots = 2 };
static const size_t kSlotBytes = (size_t)4 << 20;

typedef struct slot {
  void *memory; // NULL: not in use yet
  cudaEvent_t filled, emptied;
} slot;

typedef struct way {
  int is_direct;
  slot slots[kSlots];
  int next; // slot
} way;

static way *ways; // by card and card
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static way *wayOf(const ksn_cuda_cards *cards, int from, int to) { return &ways[from * cards->count + to]; }

// An error says that there is no direct way, and is not for the next call to tell.
static int reaches(const ksn_cuda *from, const ksn_cuda *to) {
  int can = 0;
  cudaError_t error = cudaSetDevice(from->index);
  if (error == cudaSuccess)
    error = cudaDeviceCanAccessPeer(&can, from->index, to->index);
  if (error == cudaSuccess && can)
    error = cudaDeviceEnablePeerAccess(to->index, 0);
  (void)cudaGetLastError();
  return can && (error == cudaSuccess || error == cudaErrorPeerAccessAlreadyEnabled);
}

void ksn_cuda_find_ways(const ksn_cuda_cards *cards) {
  const int count = cards->count, isHost = ksn_environment()->wire_host;
  ways = ksn_allocate((size_t)count * (size_t)count, sizeof *ways);
  for (int a = 0; a < count && !isHost; a++)
    for (int b = 0; b < a; b++) {
      const ksn_cuda *const one = &cards->list[a], *const other = &cards->list[b];
      const int isDirect = one->index == other->index || (reaches(one, other) && reaches(other, one));
      wayOf(cards, a, b)->is_direct = wayOf(cards, b, a)->is_direct = isDirect;
    }
}

const char *ksn_cuda_wire(const ksn_cuda_cards *cards) {
  int staged = 0, direct = 0;
  for (int a = 0; a < cards->count; a++)
    for (int b = 0; b < a; b++) {
      staged += !wayOf(cards, a, b)->is_direct;
      direct += wayOf(cards, a, b)->is_direct && cards->numbers[a] != cards->numbers[b];
    }
  if (staged)
    return direct ? "peer and host" : "host";
  return direct ? "peer" : "local";
}

// Events are of the card in whose lanes they are recorded.
static cudaError_t prepare(slot *slot, const ksn_cuda *from, const ksn_cuda *to) {
  if (slot->memory)
    return cudaSuccess;
  cudaError_t error = cudaSetDevice(from->index);
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags(&slot->filled, cudaEventDisableTiming);
  if (error == cudaSuccess)
    error = cudaSetDevice(to->index);
  if (error == cudaSuccess)
    error = cudaEventCreateWithFlags(&slot->emptied, cudaEventDisableTiming);
  return error == cudaSuccess ? cudaHostAlloc(&slot->memory, kSlotBytes, cudaHostAllocPortable) : error;
}

static cudaError_t copyPiece(slot *slot, const ksn_cuda *from, const char *source, const ksn_cuda *to, char *target,
                             size_t bytes) {
  const cudaStream_t out = from->streams[KSN_LANE_OUT], in = to->streams[KSN_LANE_IN];
  const int isNew = !slot->memory;
  cudaError_t error = prepare(slot, from, to);
  if (error == cudaSuccess && !isNew)
    error = cudaStreamWaitEvent(out, slot->emptied, 0);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(slot->memory, source, bytes, cudaMemcpyDeviceToHost, out);
  if (error == cudaSuccess)
    error = cudaEventRecord(slot->filled, out);
  if (error == cudaSuccess)
    error = cudaStreamWaitEvent(in, slot->filled, 0);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(target, slot->memory, bytes, cudaMemcpyHostToDevice, in);
  return error == cudaSuccess ? cudaEventRecord(slot->emptied, in) : error;
}

static cudaError_t copyByHost(way *way, const ksn_cuda *from, const char *source, const ksn_cuda *to, char *target,
                              size_t bytes) {
  cudaError_t error = cudaSuccess;
  slot *last = NULL;
  for (size_t at = 0; at < bytes && error == cudaSuccess; at += kSlotBytes) {
    const size_t left = bytes - at;
    last = &way->slots[way->next];
    way->next = (way->next + 1) % kSlots;
    error = copyPiece(last, from, source + at, to, target + at, left < kSlotBytes ? left : kSlotBytes);
  }
  return error == cudaSuccess && last ? cudaStreamWaitEvent(from->streams[KSN_LANE_OUT], last->emptied, 0) : error;
}

cudaError_t ksn_cuda_across(const ksn_cuda_cards *cards, int from, const char *source, int to, char *target,
                            size_t bytes) {
  const ksn_cuda *const one = &cards->list[from], *const other = &cards->list[to];
  const cudaStream_t lane = one->streams[KSN_LANE_OUT];
  way *const way = wayOf(cards, from, to);
  if (way->is_direct && one->index == other->index)
    return cudaMemcpyAsync(target, source, bytes, cudaMemcpyDeviceToDevice, lane);
  if (way->is_direct)
    return cudaMemcpyPeerAsync(target, other->index, source, one->index, bytes, lane);
  ksn_lock(&mutex); // of the slots
  const cudaError_t error = copyByHost(way, one, source, other, target, bytes);
  ksn_unlock(&mutex);
  return error;
}
