// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library by the name of the driver of NVIDIA's cards, of which the test says what it does. The card's memory is the host's.
#include "FakeDriver.h"
#include <cuda.h>
#include <string.h>

fakeDriver_t fakeDriver;

CUresult cuCtxSetCurrent(CUcontext context) {
  fakeDriver.context = context;
  return CUDA_SUCCESS;
}

CUresult cuMemHostRegister(void *start, size_t bytes, unsigned flags) {
  (void)start;
  if (fakeDriver.fails || !(flags & CU_MEMHOSTREGISTER_PORTABLE))
    return CUDA_ERROR_INVALID_VALUE;
  fakeDriver.locked += (long)bytes;
  fakeDriver.locks++;
  return CUDA_SUCCESS;
}

CUresult cuMemHostUnregister(void *start) {
  (void)start;
  fakeDriver.locks--;
  return CUDA_SUCCESS;
}

CUresult cuMemcpy2DAsync(const CUDA_MEMCPY2D *what, CUstream stream) {
  if (fakeDriver.fails || what->srcXInBytes || what->srcY || what->dstXInBytes || what->dstY)
    return CUDA_ERROR_INVALID_VALUE;
  const int up = what->srcMemoryType == CU_MEMORYTYPE_HOST;
  const char *const from = up ? what->srcHost : (const char *)what->srcDevice;
  char *const to = up ? (char *)what->dstDevice : what->dstHost;
  if (what->dstMemoryType != (up ? CU_MEMORYTYPE_DEVICE : CU_MEMORYTYPE_HOST))
    return CUDA_ERROR_INVALID_VALUE;
  fakeDriver.stream = stream;
  for (size_t row = 0; row < what->Height; row++)
    memcpy(to + row * what->dstPitch, from + row * what->srcPitch, what->WidthInBytes);
  return CUDA_SUCCESS;
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  if (fakeDriver.fails)
    return CUDA_ERROR_INVALID_VALUE;
  fakeDriver.stream = stream;
  memcpy((char *)to, (const char *)from, bytes);
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  *device = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  if (fakeDriver.fails || device != 1)
    return CUDA_ERROR_INVALID_VALUE;
  *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT ? 132 : attribute == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR ? 2048 : 0;
  return CUDA_SUCCESS;
}
