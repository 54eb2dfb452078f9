// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing and opening the device: KASANE_DEVICE (a number, or a part of the name), else the first.
#include "base/Error.h"
#include "device/Choice.h"
#include "device/cuda/Cuda.h"
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static ksn_cuda theDevice = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static int refuse(const char *what, cudaError_t error, ksn_why *why) {
  return ksn_because(why, "%s: error %d, %s", what, (int)error, cudaGetErrorString(error));
}

static int countDevices(ksn_why *why) {
  int count = 0;
  const cudaError_t error = cudaGetDeviceCount(&count);
  if (error != cudaSuccess || count == 0)
    return ksn_because(why, "no CUDA device was found (error %d, %s); install NVIDIA's driver", (int)error,
                       cudaGetErrorString(error));
  return count;
}

static int choose(ksn_why *why) {
  const int count = countDevices(why);
  if (count < 0)
    return -1;
  char(*const names)[256] = ksn_allocate((size_t)count, sizeof *names);
  for (int d = 0; d < count; d++) {
    struct cudaDeviceProp properties; // a device without a name can be chosen by its number
    if (cudaGetDeviceProperties(&properties, d) == cudaSuccess)
      (void)snprintf(names[d], sizeof *names, "%.255s", properties.name);
  }
  const int chosen = ksn_choose_device("CUDA", count, names, 0, why);
  if (chosen >= 0)
    (void)snprintf(theDevice.name, sizeof theDevice.name, "%s", names[chosen]);
  free(names);
  return chosen;
}

static int readLimits(ksn_cuda *device, ksn_why *why) {
  const struct {
    enum cudaDeviceAttr attribute;
    int *value;
  } limits[] = {{cudaDevAttrMaxThreadsPerBlock, &device->group_size},
                {cudaDevAttrMaxBlockDimX, &device->group_extent[0]},
                {cudaDevAttrMaxBlockDimY, &device->group_extent[1]},
                {cudaDevAttrMaxBlockDimZ, &device->group_extent[2]},
                {cudaDevAttrMaxGridDimX, &device->grid_extent[0]},
                {cudaDevAttrMaxGridDimY, &device->grid_extent[1]},
                {cudaDevAttrMaxGridDimZ, &device->grid_extent[2]},
                {cudaDevAttrMaxSharedMemoryPerBlockOptin, &device->local_bytes},
                {cudaDevAttrMaxPitch, &device->max_pitch},
                {cudaDevAttrMultiProcessorCount, &device->units}};
  for (size_t l = 0; l < sizeof limits / sizeof *limits; l++) {
    const cudaError_t error = cudaDeviceGetAttribute(limits[l].value, limits[l].attribute, device->index);
    if (error != cudaSuccess)
      return refuse("the device does not say what its limits are", error, why);
  }
  return 0;
}

static int openDevice(ksn_cuda *device, ksn_why *why) {
  device->index = choose(why);
  if (device->index < 0)
    return -1;
  cudaError_t error = cudaSetDevice(device->index);
  if (error != cudaSuccess)
    return ksn_because(why, "%s cannot be used: error %d, %s; choose another device with KASANE_DEVICE", device->name,
                       (int)error, cudaGetErrorString(error));
  if (readLimits(device, why))
    return -1;
  for (int lane = KSN_LANES; lane-- > 0;) { // that of the kernels last: it says that the device is open
    error = cudaStreamCreateWithFlags(&device->streams[lane], cudaStreamNonBlocking);
    if (error == cudaSuccess)
      continue;
    device->streams[lane] = NULL;
    return refuse("the device gives no stream", error, why);
  }
  return 0;
}

ksn_cuda *ksn_cuda_open(ksn_why *why) {
  ksn_lock(&opening);
  int failed = !theDevice.streams[KSN_LANE_WORK] && openDevice(&theDevice, why);
  ksn_unlock(&opening);
  const cudaError_t error = failed ? cudaSuccess : cudaSetDevice(theDevice.index); // each thread has its own
  if (error != cudaSuccess)
    failed = refuse("the device cannot be used", error, why);
  return failed ? NULL : &theDevice;
}
