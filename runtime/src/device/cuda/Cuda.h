// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The CUDA part of the runtime. Only the Cuda*.c files include this, and nothing else names them but ksn_cuda_device,
// so a program without CUDA regions needs neither its headers nor its library. The cards of a process are the same ones
// from its first region on (KASANE_DEVICE, KASANE_DEVICES), with streams that stay until exit.
#ifndef KASANE_RT_CUDA_H
#define KASANE_RT_CUDA_H

#include "device/Buffers.h"
#include "device/Choice.h"
#include "device/Pin.h"
#include "device/Repeat.h"
#include <cuda_runtime_api.h>

// Kernels of one region that have been looked at.
typedef struct ksn_cuda_ready {
  const ksn_kernel *kernels; // the key
  struct ksn_cuda_ready *next;
} ksn_cuda_ready;

typedef struct ksn_cuda_mark ksn_cuda_mark;

typedef struct ksn_cuda {
  int index;
  char name[256];
  cudaStream_t streams[KSN_LANES];
  int group_size, group_extent[3], grid_extent[3], local_bytes, max_pitch, units;
  pthread_mutex_t mutex; // of what follows
  ksn_cuda_ready *ready;
  ksn_cuda_mark *marks[2]; // that are free: without times, with them
} ksn_cuda;

// A device that is named twice is two cards, with streams of their own.
typedef struct ksn_cuda_cards {
  ksn_cuda *list;
  int count;
  int numbers[KSN_MOST_CARDS];
} ksn_cuda_cards;

// CudaContext.c. The cards, opened by the first caller; the first one is made the calling thread's. NULL and the
// reason: one of them can't be used.
const ksn_cuda_cards *ksn_cuda_open(ksn_why *why);

// CudaAcross.c: copies from one card to another. Directly where they can, else by way of page-locked memory.
void ksn_cuda_find_ways(const ksn_cuda_cards *cards);
const char *ksn_cuda_wire(const ksn_cuda_cards *cards);
cudaError_t ksn_cuda_across(const ksn_cuda_cards *cards, int from, const char *source, int to, char *target,
                            size_t bytes);

// CudaKernels.c: can the device run the region's kernels, and keep what strict promises? -1 and the reason: no.
int ksn_cuda_ready_for(ksn_cuda *device, const ksn_info *info, ksn_why *why);

// CudaMarks.c: of all that is in a stream of the card's. One that wasn't made is NULL.
cudaError_t ksn_cuda_mark_lane(ksn_cuda *card, cudaStream_t stream, int is_timed, ksn_cuda_mark **mark);
cudaEvent_t ksn_cuda_event_of(const ksn_cuda_mark *mark);
void ksn_cuda_forget(ksn_cuda_mark *mark);

// CudaQueue.c: what a run in core starts, in the lane of the kernels. Some starts are held back, to be made as one CUDA
// graph: whoever looks at the stream has them made before.
typedef struct ksn_cuda_queue ksn_cuda_queue;
ksn_cuda_queue *ksn_cuda_queue_open(cudaStream_t stream);
void ksn_cuda_queue_close(ksn_cuda_queue *queue); // NULL: nothing to close; all that it has started has ended
void ksn_cuda_start(const ksn_run *run, cudaStream_t stream, const ksn_start *start); // at once, by itself
void ksn_cuda_enqueue(const ksn_run *run, ksn_cuda_queue *queue, const ksn_start *start);
void ksn_cuda_make_held(const ksn_run *run, ksn_cuda_queue *queue);
void ksn_cuda_shorten(const ksn_run *run, ksn_cuda_queue *queue); // waits until the queue is short; between passes

extern const ksn_locker ksn_cuda_locker; // CudaPin.c
extern const ksn_links ksn_cuda_links;   // CudaLink.c

// CudaRing.c: memory that lies twice in a row, in multiples of so many bytes; 0: there is none such.
int64_t ksn_cuda_granule(const ksn_cuda *device);
int ksn_cuda_take_ring(const ksn_cuda *device, int64_t bytes, void **block); // an error of CUDA's
int ksn_cuda_give_ring(void *block);                                         // 0: it is none

#endif
// Tests: tests/unit/runtime/CudaTest.cpp, tests/unit/runtime/CudaCardsTest.cpp, tests/unit/runtime/CudaQueueTest.cpp
