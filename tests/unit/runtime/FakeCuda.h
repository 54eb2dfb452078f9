// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// As much of CUDA's runtime as ours calls, on the host: memory is host memory, a kernel is a host function that runs at
// once. Tests set what it answers, and see what it was asked. As on cards, a stream, an event and a block are those of
// the device that was the thread's when they were made, and kernels run in streams of that device only.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <map>
#include <vector>

using FakeKernel = void (*)(dim3 blocks, dim3 threads, void **values);

struct FakeCuda {
  int devices = 2;
  int gridY = 65535, gridZ = 65535, maxPitch = 1 << 30, local = 1 << 16;
  size_t freeBytes = 1 << 30;
  const void *foreign = nullptr; // a kernel that was compiled for another card
  bool mallocFails = false, launchFails = false;
  int allocations = 0;        // that live
  size_t bytes = 0, peak = 0; // of those, and the most there were
  int copies[3] = {};         // 1D, 2D, 3D
  size_t dynamicLocal = 0;
  std::map<void *, size_t> locked;                        // page-locked ranges
  std::map<const void *, std::vector<size_t>> parameters; // sizes, of kernels that graphs may hold
  bool peers = true;                                      // devices reach each other's memory
  int peerCopies = 0, staged = 0;                         // the latter: to the host's page-locked memory
  std::map<int, int> launchesOn;                          // by device
  int launches = 0;                                       // but for those of graphs
  int graphLaunches = 0;
  int graphs = 0;                     // that live, made and instantiated
  int compiledFor = 80;               // the compute capability, times ten
  int plainNodes = 0, earlyNodes = 0; // of graphs, behind others: that come when those have ended, or before
  bool graphFails = false, uploadFails = false, graphLaunchFails = false;
};
extern FakeCuda fakeCuda;
