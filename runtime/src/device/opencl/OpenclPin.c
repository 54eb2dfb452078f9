// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked memory. OpenCL has no call for that; but drivers of cards lock the pages of which a buffer is made in
// place, and know them again in copies to and from other buffers. Nothing else is done with that buffer, so it takes no
// memory of the card's.
#include "device/Pin.h"
#include "device/opencl/Opencl.h"

static void *lockPages(void *start, size_t bytes) {
  cl_int error;
  return clCreateBuffer(ksn_cl_opened()->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, start, &error);
}

static void unlockPages(void *lock) { (void)clReleaseMemObject(lock); }

const ksn_locker ksn_cl_locker = {lockPages, unlockPages};
