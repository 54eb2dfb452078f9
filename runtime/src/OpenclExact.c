// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// --fp=strict promises the host's bits. What a device says of itself (CL_DEVICE_SINGLE_FP_CONFIG) isn't enough: no flag
// tells whether FP_CONTRACT OFF is heeded, and some devices round correctly without naming it. So, once per process, a
// kernel evaluates a*b + c, a/b, sqrt(a) and a*b at ordinary, tiny and subnormal arguments, and its bits are held
// against ours.
#include "Opencl.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { kCount = 1024, kKinds = 4 };
static const char *const kKindNames[kKinds] = {"a*b + c is fused in spite of FP_CONTRACT OFF",
                                               "a/b is not correctly rounded", "sqrt(a) is not correctly rounded",
                                               "a*b is flushed to zero or not correctly rounded where it is subnormal"};

static const char *const kSource[] = {
    "#pragma OPENCL FP_CONTRACT OFF\n", "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n",
    "#define TRY(name, type) __kernel void name(__global const type *a, __global type *r) { \\\n"
    "  const int n = get_global_id(0); const int count = get_global_size(0); \\\n"
    "  const type x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2]; \\\n"
    "  r[n] = x * y + z; r[count + n] = x / y; r[2 * count + n] = sqrt(x); \\\n"
    "  r[3 * count + n] = x * (y * (type)TINY); }\n",
    "#define TINY 1e-38f\nTRY(try_float, float)\n", "#undef TINY\n#define TINY 1e-308\nTRY(try_double, double)\n"};

// 1..2, the same numbers everywhere.
static double next(uint64_t *state) {
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return 1.0 + (double)(*state >> 11) / 9007199254740992.0;
}

// volatile: the host's compiler must not fuse either.
static void expectFloat(const float *a, float *r) {
  for (int n = 0; n < kCount; n++) {
    const float x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile float product = x * y, tiny = y * 1e-38f, quotient = x / y;
    r[n] = product + z;
    r[kCount + n] = quotient;
    r[2 * kCount + n] = sqrtf(x);
    r[3 * kCount + n] = x * tiny;
  }
}

static void expectDouble(const double *a, double *r) {
  for (int n = 0; n < kCount; n++) {
    const double x = a[3 * n], y = a[3 * n + 1], z = a[3 * n + 2];
    volatile double product = x * y, tiny = y * 1e-308, quotient = x / y;
    r[n] = product + z;
    r[kCount + n] = quotient;
    r[2 * kCount + n] = sqrt(x);
    r[3 * kCount + n] = x * tiny;
  }
}

static cl_int evaluate(ksn_cl_device *device, cl_kernel kernel, const void *a, size_t sizeA, void *r, size_t sizeR) {
  cl_int error, errorR;
  const cl_mem in = clCreateBuffer(device->context, CL_MEM_READ_ONLY, sizeA, NULL, &error);
  const cl_mem out = clCreateBuffer(device->context, CL_MEM_WRITE_ONLY, sizeR, NULL, &errorR);
  const size_t count = kCount;
  if (error == CL_SUCCESS)
    error = errorR;
  if (error == CL_SUCCESS)
    error = clEnqueueWriteBuffer(device->queue, in, CL_TRUE, 0, sizeA, a, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clSetKernelArg(kernel, 0, sizeof in, &in);
  if (error == CL_SUCCESS)
    error = clSetKernelArg(kernel, 1, sizeof out, &out);
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device->queue, kernel, 1, NULL, &count, NULL, 0, NULL, NULL);
  if (error == CL_SUCCESS)
    error = clEnqueueReadBuffer(device->queue, out, CL_TRUE, 0, sizeR, r, 0, NULL, NULL);
  if (in)
    (void)clReleaseMemObject(in);
  if (out)
    (void)clReleaseMemObject(out);
  return error;
}

static int judge(const ksn_cl_device *device, const char *type, size_t size, const char *got, const char *expected,
                 ksn_why *why) {
  for (int kind = 0; kind < kKinds; kind++)
    if (memcmp(got + (size_t)kind * kCount * size, expected + (size_t)kind * kCount * size, kCount * size) != 0)
      return ksn_because(why,
                         "--fp=strict cannot be kept on %s: %s (%s); choose another device with KASANE_DEVICE, or "
                         "translate with --fp=contract",
                         device->name, kKindNames[kind], type);
  return 0;
}

static int tryType(ksn_cl_device *device, cl_program program, int isDouble, ksn_why *why) {
  static float floats[3 * kCount], floatResults[2][kKinds * kCount];
  static double doubles[3 * kCount], doubleResults[2][kKinds * kCount];
  uint64_t state = 42;
  for (int n = 0; n < 3 * kCount; n++) {
    doubles[n] = n % 3 == 2 ? -next(&state) : next(&state);
    floats[n] = (float)doubles[n];
  }
  cl_int error;
  const cl_kernel kernel = clCreateKernel(program, isDouble ? "try_double" : "try_float", &error);
  if (error == CL_SUCCESS) {
    error = isDouble ? evaluate(device, kernel, doubles, sizeof doubles, doubleResults[0], sizeof *doubleResults)
                     : evaluate(device, kernel, floats, sizeof floats, floatResults[0], sizeof *floatResults);
    (void)clReleaseKernel(kernel);
  }
  if (error != CL_SUCCESS)
    return ksn_because(why, "the rounding of %s cannot be tried: error %d, %s", device->name, (int)error,
                       ksn_cl_error(error));
  expectDouble(doubles, doubleResults[1]);
  expectFloat(floats, floatResults[1]);
  return isDouble
             ? judge(device, "double", sizeof(double), (const char *)doubleResults[0], (const char *)doubleResults[1],
                     why)
             : judge(device, "float", sizeof(float), (const char *)floatResults[0], (const char *)floatResults[1], why);
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
