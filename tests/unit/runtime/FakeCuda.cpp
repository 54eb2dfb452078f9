// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "FakeCuda.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

FakeCuda fakeCuda;
static std::map<void *, size_t> sizes;                        // of allocations
static std::map<const void *, std::pair<size_t, int>> blocks; // of the same: bytes, device
static std::mutex mutex;         // each card's work may be asked for by a thread of its own
static thread_local int current; // device

struct CUstream_st {
  int device;
};
struct CUevent_st {
  int device;
};

// That has the memory; -1: the host.
static int deviceOf(const void *memory) {
  auto found = blocks.upper_bound(memory);
  if (found == blocks.begin())
    return -1;
  --found;
  const char *const first = static_cast<const char *>(found->first);
  return static_cast<const char *>(memory) < first + found->second.first ? found->second.second : -1;
}

namespace {
struct FakeNode {
  const void *kernel;
  dim3 blocks, threads;
  std::vector<std::vector<char>> values;
  bool isBehind; // the one before
};
using FakeGraph = std::vector<FakeNode>;
} // namespace

extern "C" {

const char *cudaGetErrorString(cudaError_t error) { return error == cudaSuccess ? "no error" : "a fake error"; }
cudaError_t cudaGetLastError() { return cudaSuccess; }

cudaError_t cudaGetDeviceCount(int *count) {
  *count = fakeCuda.devices;
  return fakeCuda.devices ? cudaSuccess : cudaErrorNoDevice;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device) {
  std::memset(properties, 0, sizeof *properties);
  std::snprintf(properties->name, sizeof properties->name, "Fake %d", device);
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int) {
  switch (attribute) {
  case cudaDevAttrMaxGridDimX:
    *value = 2147483647;
    break;
  case cudaDevAttrMaxGridDimY:
    *value = fakeCuda.gridY;
    break;
  case cudaDevAttrMaxGridDimZ:
    *value = fakeCuda.gridZ;
    break;
  case cudaDevAttrMaxPitch:
    *value = fakeCuda.maxPitch;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = fakeCuda.local;
    break;
  default:
    *value = 1024;
  }
  return cudaSuccess;
}

cudaError_t cudaSetDevice(int device) {
  current = device;
  return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
  *can = fakeCuda.peers;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return cudaSuccess; }

cudaError_t cudaMemGetInfo(size_t *available, size_t *total) {
  *available = *total = fakeCuda.freeBytes;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *most) {
  *least = *most = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned, int) {
  *stream = new CUstream_st{current};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
  *event = new CUevent_st{current};
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t) {
  *milliseconds = 1;
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *, int, size_t) {
  *blocks = 1;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return event->device == stream->device ? cudaSuccess : cudaErrorInvalidResourceHandle;
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostRegister(void *start, size_t bytes, unsigned) {
  return fakeCuda.locked.emplace(start, bytes).second ? cudaSuccess : cudaErrorHostMemoryAlreadyRegistered;
}
cudaError_t cudaHostUnregister(void *start) {
  return fakeCuda.locked.erase(start) ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }

cudaError_t cudaMalloc(void **block, size_t bytes) {
  if (fakeCuda.mallocFails)
    return cudaErrorMemoryAllocation;
  *block = std::calloc(bytes, 1); // no more and no less, so that a sanitizer sees what goes beyond
  sizes[*block] = bytes;
  blocks[*block] = {bytes, current};
  fakeCuda.allocations++;
  fakeCuda.bytes += bytes;
  fakeCuda.peak = std::max(fakeCuda.peak, fakeCuda.bytes);
  return cudaSuccess;
}
cudaError_t cudaFree(void *block) {
  fakeCuda.allocations -= block != nullptr;
  fakeCuda.bytes -= block ? sizes.at(block) : 0;
  blocks.erase(block);
  std::free(block);
  return cudaSuccess;
}

cudaError_t cudaHostAlloc(void **memory, size_t bytes, unsigned) {
  *memory = std::malloc(bytes); // as long as the process lasts
  return cudaSuccess;
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  fakeCuda.copies[0]++;
  const int target = deviceOf(to), source = deviceOf(from);
  fakeCuda.staged += target < 0;
  if ((kind == cudaMemcpyDeviceToDevice && target != source) || (target >= 0 && target != stream->device) ||
      (source >= 0 && source != stream->device))
    return cudaErrorInvalidMemcpyDirection;
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyPeerAsync(void *to, int toDevice, const void *from, int fromDevice, size_t bytes,
                                cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  fakeCuda.peerCopies++;
  if (deviceOf(to) != toDevice || deviceOf(from) != fromDevice || stream->device != fromDevice)
    return cudaErrorInvalidValue;
  std::memcpy(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t toPitch, const void *from, size_t fromPitch, size_t width, size_t height,
                              cudaMemcpyKind, cudaStream_t) {
  fakeCuda.copies[1]++;
  if (width > toPitch || width > fromPitch)
    return cudaErrorInvalidPitchValue;
  for (size_t row = 0; row < height; row++)
    std::memcpy(static_cast<char *>(to) + row * toPitch, static_cast<const char *>(from) + row * fromPitch, width);
  return cudaSuccess;
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t) {
  fakeCuda.copies[2]++;
  if (p->extent.width > p->srcPtr.pitch || p->extent.height > p->srcPtr.ysize || p->extent.height > p->dstPtr.ysize)
    return cudaErrorInvalidPitchValue;
  for (size_t plane = 0; plane < p->extent.depth; plane++)
    for (size_t row = 0; row < p->extent.height; row++)
      std::memcpy(static_cast<char *>(p->dstPtr.ptr) + (plane * p->dstPtr.ysize + row) * p->dstPtr.pitch,
                  static_cast<const char *>(p->srcPtr.ptr) + (plane * p->srcPtr.ysize + row) * p->srcPtr.pitch,
                  p->extent.width);
  return cudaSuccess;
}

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *kernel) {
  std::memset(attributes, 0, sizeof *attributes);
  attributes->ptxVersion = fakeCuda.compiledFor;
  return kernel == fakeCuda.foreign ? cudaErrorNoKernelImageForDevice : cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int value) {
  fakeCuda.dynamicLocal = static_cast<size_t>(value);
  return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 threads, void **values, size_t, cudaStream_t stream) {
  const std::lock_guard lock(mutex);
  if (stream->device != current)
    return cudaErrorInvalidResourceHandle;
  if (fakeCuda.launchFails || grid.y > static_cast<unsigned>(fakeCuda.gridY) ||
      grid.z > static_cast<unsigned>(fakeCuda.gridZ))
    return cudaErrorInvalidConfiguration;
  fakeCuda.launches++;
  fakeCuda.launchesOn[current]++;
  reinterpret_cast<FakeKernel>(reinterpret_cast<uintptr_t>(kernel))(grid, threads, values);
  return cudaSuccess;
}

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned) {
  *graph = reinterpret_cast<cudaGraph_t>(new FakeGraph);
  fakeCuda.graphs++;
  return cudaSuccess;
}
// Nodes hold what the arguments are now.
cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *, size_t count,
                                   const cudaKernelNodeParams *params) {
  std::vector<FakeNode> &nodes = *reinterpret_cast<FakeGraph *>(graph);
  const auto sizes = fakeCuda.parameters.find(params->func);
  if (count || sizes == fakeCuda.parameters.end())
    return cudaErrorInvalidValue;
  nodes.push_back({params->func, params->gridDim, params->blockDim, {}, false});
  for (size_t n = 0; n < sizes->second.size(); n++) {
    const char *const value = static_cast<const char *>(params->kernelParams[n]);
    nodes.back().values.emplace_back(value, value + sizes->second[n]);
  }
  *node = reinterpret_cast<cudaGraphNode_t>(nodes.size());
  return cudaSuccess;
}
// A chain, in the order in which its nodes were made.
static cudaError_t putBehind(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to, bool isEarly) {
  std::vector<FakeNode> &nodes = *reinterpret_cast<FakeGraph *>(graph);
  const uintptr_t earlier = reinterpret_cast<uintptr_t>(*from), later = reinterpret_cast<uintptr_t>(*to);
  if (later != nodes.size() || earlier + 1 != later)
    return cudaErrorInvalidValue;
  nodes.back().isBehind = true;
  (isEarly ? fakeCuda.earlyNodes : fakeCuda.plainNodes)++;
  return cudaSuccess;
}
#if CUDART_VERSION >= 12030
static bool isEarly(const cudaGraphEdgeData *edge) {
  return edge->type == cudaGraphDependencyTypeProgrammatic && edge->from_port == cudaGraphKernelNodePortProgrammatic;
}
#endif
#if CUDART_VERSION >= 13000
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     const cudaGraphEdgeData *edge, size_t) {
  return putBehind(graph, from, to, isEarly(edge));
}
#else
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t) {
  return putBehind(graph, from, to, false);
}
#if CUDART_VERSION >= 12030
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *edge, size_t) {
  return putBehind(graph, from, to, isEarly(edge));
}
#endif
#endif
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long) {
  if (fakeCuda.graphFails)
    return cudaErrorMemoryAllocation;
  const std::vector<FakeNode> &nodes = *reinterpret_cast<FakeGraph *>(graph);
  for (size_t n = 1; n < nodes.size(); n++)
    if (!nodes[n].isBehind)
      return cudaErrorInvalidValue;
  *exec = reinterpret_cast<cudaGraphExec_t>(new FakeGraph(*reinterpret_cast<FakeGraph *>(graph)));
  fakeCuda.graphs++;
  return cudaSuccess;
}
cudaError_t cudaGraphUpload(cudaGraphExec_t, cudaStream_t) {
  return fakeCuda.uploadFails ? cudaErrorMemoryAllocation : cudaSuccess;
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  delete reinterpret_cast<FakeGraph *>(graph);
  fakeCuda.graphs--;
  return cudaSuccess;
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  delete reinterpret_cast<FakeGraph *>(exec);
  fakeCuda.graphs--;
  return cudaSuccess;
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t) {
  if (fakeCuda.graphLaunchFails)
    return cudaErrorInvalidConfiguration;
  fakeCuda.graphLaunches++;
  for (FakeNode &node : *reinterpret_cast<FakeGraph *>(exec)) {
    std::vector<void *> values;
    for (std::vector<char> &value : node.values)
      values.push_back(value.data());
    reinterpret_cast<FakeKernel>(reinterpret_cast<uintptr_t>(node.kernel))(node.blocks, node.threads, values.data());
  }
  return cudaSuccess;
}
}
