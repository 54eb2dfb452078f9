// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <CL/cl.h>

inline bool hasOpencl() {
  cl_uint count = 0;
  return clGetPlatformIDs(0, nullptr, &count) == CL_SUCCESS && count > 0;
}

#define KASANE_SKIP_WITHOUT_OPENCL()                                                                                   \
  if (!hasOpencl())                                                                                                    \
  GTEST_SKIP() << "no OpenCL platform on this machine"
