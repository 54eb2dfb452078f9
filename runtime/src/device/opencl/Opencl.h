// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The OpenCL part of the runtime. Only the Opencl*.c files include this, and nothing else names them but
// ksn_opencl_device, so a program without OpenCL regions needs neither its headers nor its library. One device per
// process (KASANE_DEVICE cannot change): its context, queue and programs are made once and stay until exit.
#ifndef KASANE_RT_OPENCL_H
#define KASANE_RT_OPENCL_H

#include "device/Buffers.h"
#include "device/Pin.h"
#define CL_TARGET_OPENCL_VERSION 120
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>

typedef struct ksn_cl_program {
  const char *const *source; // the key, with strict
  int strict;
  cl_program program;
  cl_uint kernel_count;
  cl_kernel *kernels;
  char (*names)[256];
  struct ksn_cl_program *next;
} ksn_cl_program;

typedef struct ksn_cl_device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queues[KSN_LANES]; // in order
  char name[256];
  cl_ulong global_bytes, buffer_bytes, local_bytes;
  size_t group_size, group_extent[3];
  cl_uint units;
  int has_double;
  cl_bool shares_memory;  // with the host
  int rounding_option;    // takes -cl-fp32-correctly-rounded-divide-sqrt
  int exact[2];           // of float and double: 0 not yet tried, 1 yes, -1 no
  ksn_why inexact;        // what is not, when one is -1
  pthread_mutex_t launch; // a kernel's arguments are set and used under it
  ksn_cl_program *programs;
} ksn_cl_device;

const char *ksn_cl_error(cl_int code);

// OpenclContext.c. The device, opened by the first caller; NULL and the reason otherwise.
ksn_cl_device *ksn_cl_open(ksn_why *why);
ksn_cl_device *ksn_cl_opened(void); // by then

extern const ksn_locker ksn_cl_locker; // OpenclPin.c, for devices with memory of their own

// OpenclProgram.c; the caller holds the device's launch mutex.
cl_program ksn_cl_build(ksn_cl_device *device, const char *const *source, int count, int strict, ksn_why *why);
ksn_cl_program *ksn_cl_program_of(ksn_cl_device *device, const ksn_info *info, ksn_why *why);

// OpenclExact.c: does the device round as strict needs it? -1 and the reason: no. The caller holds the launch mutex.
int ksn_cl_check_exact(ksn_cl_device *device, int uses_double, ksn_why *why);

// OpenclProbe.c; the exit status of runtime/probe/opencl.c, which is all that calls it.
int ksn_probe_opencl(void);

#endif
// Tests: tests/unit/runtime/OpenclTest.cpp, tests/unit/runtime/ExampleTest.cpp
