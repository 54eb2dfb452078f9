// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A region's kernels, looked at once per process: were they built for this device, do they fit it, may they use as much
// shared memory as they need, and, under strict, do they round as the host does? The last depends on how the generated
// file was compiled, so each one has kernels that try it.
#include "base/Bytes.h"
#include "base/Error.h"
#include "device/Exact.h"
#include "device/cuda/Cuda.h"
#include <stdlib.h>
#include <string.h>

static int checkGroup(const ksn_cuda *device, const ksn_info *info, ksn_why *why) {
  int items = 1;
  for (int axis = 0; axis < 3; axis++) {
    items *= info->group[axis];
    if (info->group[axis] > device->group_extent[axis])
      return ksn_because(why,
                         "a block of %dx%dx%d threads is wider than %s allows (%dx%dx%d); translate with a smaller "
                         "--tile",
                         info->group[0], info->group[1], info->group[2], device->name, device->group_extent[0],
                         device->group_extent[1], device->group_extent[2]);
  }
  if (items > device->group_size)
    return ksn_because(why, "a block of %d threads is more than the %d that %s allows; translate with a smaller --tile",
                       items, device->group_size, device->name);
  if (info->local_bytes > (size_t)device->local_bytes)
    return ksn_because(why, "a block needs %s of shared memory, %s has %s; translate with a smaller --tile or --depth",
                       ksn_show_bytes((int64_t)info->local_bytes).text, device->name,
                       ksn_show_bytes(device->local_bytes).text);
  return 0;
}

static int checkKernel(const ksn_cuda *device, const ksn_kernel *kernel, ksn_why *why) {
  struct cudaFuncAttributes attributes;
  cudaError_t error = cudaFuncGetAttributes(&attributes, kernel->function);
  if (error != cudaSuccess) {
    (void)cudaGetLastError(); // it is told here, and not by the next call
    return ksn_because(why,
                       "kernel %s cannot be loaded on %s: error %d, %s; compile the generated file for this device, as "
                       "with -arch=native",
                       kernel->name, device->name, (int)error, cudaGetErrorString(error));
  }
  if (attributes.sharedSizeBytes + kernel->local_bytes > (size_t)device->local_bytes)
    return ksn_because(why,
                       "kernel %s needs %s of shared memory, %s has %s; translate with a smaller --tile or --depth",
                       kernel->name, ksn_show_bytes((int64_t)(attributes.sharedSizeBytes + kernel->local_bytes)).text,
                       device->name, ksn_show_bytes(device->local_bytes).text);
  if (kernel->local_bytes)
    error =
        cudaFuncSetAttribute(kernel->function, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)kernel->local_bytes);
  if (error == cudaSuccess)
    return 0;
  (void)cudaGetLastError();
  return ksn_because(why, "kernel %s gets no %s of shared memory on %s: error %d, %s", kernel->name,
                     ksn_show_bytes((int64_t)kernel->local_bytes).text, device->name, (int)error,
                     cudaGetErrorString(error));
}

static cudaError_t evaluate(const ksn_cuda *device, const void *function, const void *a, size_t sizeA, void *r,
                            size_t sizeR) {
  void *in = NULL, *out = NULL;
  void *values[] = {&in, &out};
  cudaError_t error = cudaMalloc(&in, sizeA);
  if (error == cudaSuccess)
    error = cudaMalloc(&out, sizeR);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(in, a, sizeA, cudaMemcpyHostToDevice, device->streams[KSN_LANE_WORK]);
  if (error == cudaSuccess)
    error = cudaLaunchKernel(function, (dim3){KSN_TRIES / 128, 1, 1}, (dim3){128, 1, 1}, values, 0,
                             device->streams[KSN_LANE_WORK]);
  if (error == cudaSuccess)
    error = cudaMemcpyAsync(r, out, sizeR, cudaMemcpyDeviceToHost, device->streams[KSN_LANE_WORK]);
  if (error == cudaSuccess)
    error = cudaStreamSynchronize(device->streams[KSN_LANE_WORK]);
  (void)cudaFree(in);
  (void)cudaFree(out);
  return error;
}

static int tryKernel(const ksn_cuda *device, const ksn_kernel *kernel, int isDouble, ksn_why *why) {
  const size_t size = isDouble ? sizeof(double) : sizeof(float);
  const size_t argumentBytes = 3 * KSN_TRIES * size, resultBytes = (size_t)KSN_TRY_KINDS * KSN_TRIES * size;
  void *const arguments = ksn_allocate(argumentBytes, 1), *const results = ksn_allocate(resultBytes, 1);
  ksn_try_arguments(arguments, isDouble);
  const cudaError_t error = evaluate(device, kernel->function, arguments, argumentBytes, results, resultBytes);
  const int failed =
      error != cudaSuccess
          ? ksn_because(why, "the rounding of %s cannot be tried: error %d, %s", device->name, (int)error,
                        cudaGetErrorString(error))
          : ksn_judge_tries(device->name, results, isDouble,
                            "compile the generated file with -fmad=false -prec-div=true -prec-sqrt=true -ftz=false",
                            why);
  free(arguments);
  free(results);
  return failed;
}

static int checkKernels(const ksn_cuda *device, const ksn_info *info, ksn_why *why) {
  for (int k = 0; k < info->kernel_count; k++) {
    const ksn_kernel *const kernel = &info->kernels[k];
    if (checkKernel(device, kernel, why))
      return -1;
    const int isFloat = !strcmp(kernel->name, "ksn_try_float"), isDouble = !strcmp(kernel->name, "ksn_try_double");
    if ((isFloat || isDouble) && tryKernel(device, kernel, isDouble, why))
      return -1;
  }
  return 0;
}

static int isReady(const ksn_cuda *device, const ksn_info *info) {
  for (const ksn_cuda_ready *entry = device->ready; entry; entry = entry->next)
    if (entry->kernels == info->kernels)
      return 1;
  return 0;
}

int ksn_cuda_ready_for(ksn_cuda *device, const ksn_info *info, ksn_why *why) {
  ksn_lock(&device->mutex);
  const int ready = isReady(device, info);
  const int failed = !ready && (checkGroup(device, info, why) || checkKernels(device, info, why));
  if (!ready && !failed) {
    ksn_cuda_ready *const entry = ksn_allocate(1, sizeof *entry);
    *entry = (ksn_cuda_ready){.kernels = info->kernels, .next = device->ready};
    device->ready = entry;
  }
  ksn_unlock(&device->mutex);
  return failed ? -1 : 0;
}
