// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The queue of a run in core. A start by itself costs the host 2 to 3 us and the device a gap before the kernel, which
// binds small grids: starts that come again and again (Repeat.h) are one graph, which the device goes through by
// itself. Wherever a graph can't be had, the starts are made one by one. In a graph a kernel starts as soon as the
// blocks of the one before have ended, and waits itself until what they have written can be read.
#include "base/Error.h"
#include "device/Buffers.h"
#include "device/Repeat.h"
#include "device/cuda/Cuda.h"
#include <nvtx3/nvToolsExt.h>
#include <stdio.h>
#include <stdlib.h>

enum { kMarkers = 2, kMostArguments = 1026 };

struct ksn_cuda_queue {
  cudaStream_t stream;
  cudaEvent_t markers[kMarkers]; // behind the last batches, in turn
  int64_t batches;               // that are marked
  int64_t unmarked;              // starts behind the last marker
  double since;                  // when that was set
  ksn_repeat *repeat;
  cudaGraphExec_t graph; // a batch, NULL: none
  char label[160];       // of its range
};

ksn_cuda_queue *ksn_cuda_queue_open(cudaStream_t stream) {
  ksn_cuda_queue *const queue = ksn_allocate(1, sizeof *queue);
  queue->stream = stream;
  queue->since = ksn_now();
  queue->repeat = ksn_repeat_new();
  return queue;
}

void ksn_cuda_queue_close(ksn_cuda_queue *queue) {
  if (!queue)
    return;
  if (queue->graph)
    (void)cudaGraphExecDestroy(queue->graph);
  for (int n = 0; n < kMarkers; n++)
    if (queue->markers[n])
      (void)cudaEventDestroy(queue->markers[n]);
  ksn_repeat_free(queue->repeat);
  free(queue);
}

static dim3 extentOf(const unsigned extent[3]) {
  const dim3 all = {extent[0], extent[1], extent[2]};
  return all;
}

// The addresses of the arguments; they are only read, but declared otherwise.
static void valuesOf(const ksn_run *run, const ksn_start *start, void *values[kMostArguments]) {
  if (start->arg_count > kMostArguments)
    ksn_fail_region(run->info, "internal: a launch of %s with %d arguments", start->name, start->arg_count);
  for (int n = 0; n < start->arg_count; n++)
    values[n] = (void *)(uintptr_t)start->args[n].value;
}

void ksn_cuda_start(const ksn_run *run, cudaStream_t stream, const ksn_start *start) {
  void *values[kMostArguments];
  valuesOf(run, start, values);
  (void)nvtxRangePushA(start->name);
  ksn_check_device(
      run,
      cudaLaunchKernel(start->kernel, extentOf(start->grid), extentOf(start->group), values, start->shared, stream),
      start->name);
  (void)nvtxRangePop();
}

static void make(const ksn_run *run, ksn_cuda_queue *queue, const ksn_start *start) {
  ksn_cuda_start(run, queue->stream, start);
  queue->unmarked++;
}

static void makeBatch(const ksn_run *run, ksn_cuda_queue *queue) {
  (void)nvtxRangePushA(queue->label);
  ksn_check_device(run, cudaGraphLaunch(queue->graph, queue->stream), queue->label);
  (void)nvtxRangePop();
  queue->unmarked += ksn_repeat_held(queue->repeat);
  ksn_repeat_forget_held(queue->repeat);
}

void ksn_cuda_make_held(const ksn_run *run, ksn_cuda_queue *queue) {
  if (!queue)
    return;
  for (int n = 0; n < ksn_repeat_held(queue->repeat); n++)
    make(run, queue, ksn_repeat_of_batch(queue->repeat, n));
  ksn_repeat_forget_held(queue->repeat);
}

void ksn_cuda_enqueue(const ksn_run *run, ksn_cuda_queue *queue, const ksn_start *start) {
  switch (ksn_repeat_meet(queue->repeat, start)) {
  case KSN_HOLD:
    break;
  case KSN_BATCH_FULL:
    makeBatch(run, queue);
    break;
  case KSN_MAKE_ALL:
    ksn_cuda_make_held(run, queue);
    make(run, queue, start);
    break;
  case KSN_MAKE:
    make(run, queue, start);
    break;
  }
}

// Does the kernel wait itself for the one before? So do all that were compiled for cards of compute capability 9.0 or
// more (ksn_follow in their text), but not what a driver makes of text for older ones.
#if CUDART_VERSION >= 12030
static int waitsItself(const void *kernel) {
  struct cudaFuncAttributes attributes;
  return cudaFuncGetAttributes(&attributes, kernel) == cudaSuccess && attributes.ptxVersion >= 90;
}
#endif

// The later kernel runs behind the earlier one. Measured on an H200, what waits itself takes 0.2 us less a start.
// Blocks that come even sooner (griddepcontrol.launch_dependents) take the place of others unevenly, and cost up to
// 30 %.
static cudaError_t putBehind(cudaGraph_t graph, cudaGraphNode_t earlier, cudaGraphNode_t later, const void *kernel) {
#if CUDART_VERSION >= 12030
  cudaGraphEdgeData edge = {.from_port = cudaGraphKernelNodePortDefault};
  if (waitsItself(kernel))
    edge = (cudaGraphEdgeData){.from_port = cudaGraphKernelNodePortProgrammatic,
                               .type = cudaGraphDependencyTypeProgrammatic};
#if CUDART_VERSION >= 13000
  return cudaGraphAddDependencies(graph, &earlier, &later, &edge, 1);
#else
  return cudaGraphAddDependencies_v2(graph, &earlier, &later, &edge, 1);
#endif
#else
  (void)kernel;
  return cudaGraphAddDependencies(graph, &earlier, &later, 1);
#endif
}

// One node behind the other, as the stream would have them.
static cudaError_t addStarts(const ksn_run *run, const ksn_repeat *repeat, int count, cudaGraph_t graph) {
  cudaGraphNode_t last = NULL;
  cudaError_t error = cudaSuccess;
  for (int n = 0; n < count && error == cudaSuccess; n++) {
    const ksn_start *const start = ksn_repeat_of_batch(repeat, n);
    void *values[kMostArguments];
    valuesOf(run, start, values);
    const struct cudaKernelNodeParams params = {.func = (void *)(uintptr_t)start->kernel,
                                                .gridDim = extentOf(start->grid),
                                                .blockDim = extentOf(start->group),
                                                .sharedMemBytes = (unsigned)start->shared,
                                                .kernelParams = values};
    cudaGraphNode_t node = NULL;
    error = cudaGraphAddKernelNode(&node, graph, NULL, 0, &params);
    if (n && error == cudaSuccess)
      error = putBehind(graph, last, node, start->kernel);
    last = node;
  }
  return error;
}

// All that it needs on the device is there when this returns, so that a launch later finds nothing missing.
static cudaError_t buildGraph(const ksn_run *run, ksn_cuda_queue *queue, int count) {
  cudaGraph_t graph = NULL;
  cudaError_t error = cudaGraphCreate(&graph, 0);
  if (error != cudaSuccess)
    return error;
  error = addStarts(run, queue->repeat, count, graph);
  if (error == cudaSuccess)
    error = cudaGraphInstantiateWithFlags(&queue->graph, graph, 0);
  if (error == cudaSuccess)
    error = cudaGraphUpload(queue->graph, queue->stream);
  const cudaError_t destroyed = cudaGraphDestroy(graph);
  return error == cudaSuccess ? destroyed : error;
}

// What it has started has ended when this returns.
static cudaError_t dropGraph(ksn_cuda_queue *queue) {
  if (!queue->graph)
    return cudaSuccess;
  const cudaError_t error = cudaStreamSynchronize(queue->stream);
  const cudaError_t destroyed = cudaGraphExecDestroy(queue->graph);
  queue->graph = NULL;
  return error == cudaSuccess ? destroyed : error;
}

static void learn(const ksn_run *run, ksn_cuda_queue *queue) {
  const int count = ksn_repeat_learn(queue->repeat);
  if (!count)
    return;
  ksn_check_device(run, dropGraph(queue), "a kernel");
  if (buildGraph(run, queue, count) != cudaSuccess) {
    (void)cudaGetLastError(); // it was the graph's alone: another error comes again with the next start
    ksn_check_device(run, dropGraph(queue), "a kernel");
    ksn_repeat_give_up(queue->repeat);
    return;
  }
  (void)snprintf(queue->label, sizeof queue->label, "%d launches, %.100s first", count,
                 ksn_repeat_of_batch(queue->repeat, 0)->name);
}

// Waits for the batch before the last one: the device never runs dry, and neither memory nor progress run away. When it
// has waited once, a batch takes as long here as on the device.
void ksn_cuda_shorten(const ksn_run *run, ksn_cuda_queue *queue) {
  if (queue->unmarked < KSN_BATCH)
    return;
  cudaEvent_t *const marker = &queue->markers[queue->batches % kMarkers];
  if (*marker)
    ksn_check_device(run, cudaEventSynchronize(*marker), "a kernel");
  else
    ksn_check_device(run, cudaEventCreateWithFlags(marker, cudaEventDisableTiming | cudaEventBlockingSync),
                     "cudaEventCreate");
  ksn_check_device(run, cudaEventRecord(*marker, queue->stream), "cudaEventRecord");
  const double now = ksn_now();
  if (++queue->batches > kMarkers && ksn_repeat_pays(now - queue->since, queue->unmarked))
    learn(run, queue);
  queue->unmarked = 0;
  queue->since = now;
}
