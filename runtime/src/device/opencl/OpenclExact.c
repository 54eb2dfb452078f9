// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fp=strict promises the host's bits. What a device says of itself (CL_DEVICE_SINGLE_FP_CONFIG) isn't enough: no flag
// tells whether FP_CONTRACT OFF is heeded, and some devices round correctly without naming it. So they are tried, once
// per process.
#include "base/Error.h"
#include "device/Exact.h"
#include "device/opencl/Opencl.h"
#include <stdlib.h>

static const char *const kSource[] = {
    "#pragma OPENCL FP_CONTRACT OFF\n", "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n",
    "#define TRY(name, type) __kernel void name(__global const type *a, __global type *r) { \\\n"
    "  const int n = get_global_id(0); const int count = get_global_size(0); \\\n"
    "  const type x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2]; \\\n"
    "  r[n] = x * y + z; r[count + n] = x / y; r[2 * count + n] = sqrt(x); \\\n"
    "  r[3 * count + n] = x * (y * (type)TINY); }\n",
    "#define TINY 1e-38f\nTRY(try_float, float)\n", "#undef TINY\n#define TINY 1e-308\nTRY(try_double, double)\n"};

static cl_int evaluate(ksn_cl_device *device, cl_kernel kernel, const void *a, size_t sizeA, void *r, size_t sizeR) {
  cl_int error, errorR;
  const cl_mem in = clCreateBuffer(device->context, CL_MEM_READ_ONLY, sizeA, NULL, &error);
  const cl_mem out = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, sizeR, NULL, &errorR);
  const size_t count = KSN_TRIES;
  if (error == CL_SUCCESS)
    error = errorR;
  if (error == CL_SUCCESS)
    error = clEnqueueWriteBuffer(device->queues[KSN_LANE_WORK], in, CL_TRUE, 0, sizeA, a, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clSetKernelArg(kernel, 0, sizeof in, &in);
  if (error == CL_SUCCESS)
    error = clSetKernelArg(kernel, 1, sizeof out, &out);
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device->queues[KSN_LANE_WORK], kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueReadBuffer(device->queues[KSN_LANE_WORK], out, CL_TRUE, 0, sizeR, r, 0, NULL, NULL);
  if (in)
    (void)clReleaseMemObject(in);
  if (out)
    (void)clReleaseMemObject(out);
  return error;
}

static int tryType(ksn_cl_device *device, cl_program program, int isDouble, ksn_why *why) {
  const size_t size = isDouble ? sizeof(double) : sizeof(float);
  const size_t argumentBytes = 3 * KSN_TRIES * size, resultBytes = (size_t)KSN_TRY_KINDS * KSN_TRIES * size;
  void *const arguments = ksn_allocate(argumentBytes, 1), *const results = ksn_allocate(resultBytes, 1);
  ksn_try_arguments(arguments, isDouble);
  cl_int error;
  const cl_kernel kernel = clCreateKernel(program, isDouble ? "try_double" : "try_float", &error);
  if (error == CL_SUCCESS) {
    error = evaluate(device, kernel, arguments, argumentBytes, results, resultBytes);
    (void)clReleaseKernel(kernel);
  }
  const int failed =
      error != CL_SUCCESS
          ? ksn_because(why, "the rounding of %s cannot be tried: error %d, %s", device->name, (int)error,
                        ksn_cl_error(error))
          : ksn_judge_tries(device->name, results, isDouble,
                            "choose another device with KASANE_DEVICE, or translate with --fp=contract", why);
  free(arguments);
  free(results);
  return failed;
}

static int verdict(const ksn_cl_device *device, int uses_double, ksn_why *why) {
  if (device->exact[0] < 0 || (uses_double && device->exact[1] < 0)) {
    *why = device->inexact;
    return -1;
  }
  return device->exact[0] && (device->exact[1] || !uses_double);
}

int ksn_cl_check_exact(ksn_cl_device *device, int uses_double, ksn_why *why) {
  const int known = verdict(device, uses_double, why);
  if (known)
    return known < 0 ? -1 : 0;
  // A device without doubles gets the source without their kernel.
  const cl_program program = ksn_cl_build(device, kSource, device->has_double ? 5 : 4, 1, why);
  if (!program)
    return -1;
  for (int isDouble = 0; isDouble <= (uses_double != 0); isDouble++)
    if (!device->exact[isDouble])
      device->exact[isDouble] = tryType(device, program, isDouble, &device->inexact) ? -1 : 1;
  (void)clReleaseProgram(program);
  return verdict(device, uses_double, why) < 0 ? -1 : 0;
}
