// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A library by the name of the driver of NVIDIA's cards, of which the test says what it does. The card's memory is the
// host's.
#define _GNU_SOURCE
#include "FakeDriver.h"
#include <cuda.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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

// An event is the stream in which it was recorded.
CUresult cuEventCreate(CUevent *event, unsigned flags) {
  *event = calloc(1, sizeof(void *));
  fakeDriver.events++;
  return flags == CU_EVENT_DISABLE_TIMING && *event ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  if (fakeDriver.fails)
    return CUDA_ERROR_INVALID_VALUE;
  *(CUstream *)event = stream;
  return CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  (void)flags;
  fakeDriver.stream = stream;
  fakeDriver.waits_for = *(CUstream *)event;
  return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event) {
  fakeDriver.stream = NULL;
  fakeDriver.waits_for = *(CUstream *)event;
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent event) {
  free(event);
  fakeDriver.events--;
  return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device) {
  *device = 1;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
  if (fakeDriver.fails || device != 1)
    return CUDA_ERROR_INVALID_VALUE;
  *value = attribute == CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT             ? 132
           : attribute == CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR ? 2048
                                                                             : 0;
  return CUDA_SUCCESS;
}

// ---- Memory that is mapped: a handle is a file's number

CUresult cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *memory,
                                       CUmemAllocationGranularity_flags flags) {
  (void)flags;
  *bytes = fakeDriver.granule;
  return fakeDriver.granule && memory->location.type == CU_MEM_LOCATION_TYPE_DEVICE ? CUDA_SUCCESS
                                                                                    : CUDA_ERROR_NOT_SUPPORTED;
}

CUresult cuMemAddressReserve(CUdeviceptr *at, size_t bytes, size_t alignment, CUdeviceptr wanted,
                             unsigned long long flags) {
  (void)alignment, (void)wanted, (void)flags;
  void *const start = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (start == MAP_FAILED)
    return CUDA_ERROR_OUT_OF_MEMORY;
  *at = (CUdeviceptr)start;
  fakeDriver.rings++;
  fakeDriver.most_rings = fakeDriver.most_rings > fakeDriver.rings ? fakeDriver.most_rings : fakeDriver.rings;
  return CUDA_SUCCESS;
}

CUresult cuMemAddressFree(CUdeviceptr at, size_t bytes) {
  fakeDriver.rings--;
  return munmap((void *)at, bytes) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes, const CUmemAllocationProp *memory,
                     unsigned long long flags) {
  (void)memory, (void)flags;
  if (fakeDriver.fails || bytes % fakeDriver.granule)
    return CUDA_ERROR_OUT_OF_MEMORY;
  const int file = memfd_create("ring", 0);
  *handle = (CUmemGenericAllocationHandle)file;
  return file < 0 || ftruncate(file, (off_t)bytes) ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_SUCCESS;
}

CUresult cuMemRelease(CUmemGenericAllocationHandle handle) {
  return close((int)handle) ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemMap(CUdeviceptr at, size_t bytes, size_t offset, CUmemGenericAllocationHandle handle,
                  unsigned long long flags) {
  (void)flags;
  void *const start = mmap((void *)at, bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, (int)handle, (off_t)offset);
  return start == MAP_FAILED ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemUnmap(CUdeviceptr at, size_t bytes) {
  void *const start = mmap((void *)at, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  return start == MAP_FAILED ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}

CUresult cuMemSetAccess(CUdeviceptr at, size_t bytes, const CUmemAccessDesc *access, size_t count) {
  const int isAll = count == 1 && access->flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  return isAll && !mprotect((void *)at, bytes, PROT_READ | PROT_WRITE) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}
