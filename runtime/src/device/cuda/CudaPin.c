// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked memory, by CUDA's runtime.
#include "device/Pin.h"
#include "device/cuda/Cuda.h"

// An error is not for the next call to tell.
static void *lockPages(void *start, size_t bytes) {
  if (cudaHostRegister(start, bytes, cudaHostRegisterPortable) == cudaSuccess)
    return start;
  (void)cudaGetLastError();
  return NULL;
}

static void unlockPages(void *start) {
  if (cudaHostUnregister(start) != cudaSuccess)
    (void)cudaGetLastError();
}

const ksn_locker ksn_cuda_locker = {lockPages, unlockPages};
