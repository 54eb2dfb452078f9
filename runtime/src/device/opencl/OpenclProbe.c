// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// For `kasane probe`: measures the OpenCL device that a translated program would run on, and prints its machine file in
// base units. Some seconds. Without a device, the reason goes to standard output.
#include "base/Error.h"
#include "device/opencl/Opencl.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { kTrials = 5, kRounds = 4096, kGroupsPerUnit = 8 };

// NVIDIA's own query; others do not know it.
#define REGISTERS_PER_BLOCK_NV 0x4002

// The types come before it: of as many numbers as the device's registers hold at once.
static const char kSource[] =
    "#define RATE(name, type, step) __kernel void name(__global float *out, int rounds, float given) { \\\n"
    "  const type a = (type)given, b = a + a; \\\n"
    "  type c0 = a, c1 = a, c2 = a, c3 = a, c4 = b, c5 = b, c6 = b, c7 = b; \\\n"
    "  for (int r = 0; r < rounds; r++) { \\\n"
    "    c0 = step(c0); c1 = step(c1); c2 = step(c2); c3 = step(c3); \\\n"
    "    c4 = step(c4); c5 = step(c5); c6 = step(c6); c7 = step(c7); } \\\n"
    "  type all[1] = {c0 + c1 + c2 + c3 + c4 + c5 + c6 + c7}; \\\n"
    "  if (((char *)all)[0] == 1 && given == 3.0f) out[get_global_id(0)] = 1; }\n"
    "#define MULTIPLY_ADD(c) ((c) * a + b)\n"
    "#define ADD_XOR(c) (((c) + a) ^ b)\n"
    "RATE(floats_rate, floats, MULTIPLY_ADD)\n"
    "RATE(ints_rate, ints, ADD_XOR)\n"
    "#ifdef HAS_DOUBLES\nRATE(doubles_rate, doubles, MULTIPLY_ADD)\n#endif\n"
    "__kernel void copy(__global float *to, __global const float *from, float one) {\n"
    "  to[get_global_id(0)] = one * from[get_global_id(0)]; }\n"
    "__kernel void nothing(__global float *out, float one) { if (one == 3.0f) out[0] = 1; }\n"
    "__kernel void chain(__global uint *next, uint cells) {\n"
    "  for (uint i = get_global_id(0); i < cells; i += get_global_size(0)) next[i] = (i + (1 << 20) + 4096) % cells; "
    "}\n"
    "__kernel void chase(__global float *out, int rounds, __global const uint *next) {\n"
    "  uint at = get_global_id(0);\n"
    "  for (int r = 0; r < rounds; r++) at = next[at];\n"
    "  if (at == 0xffffffff) out[0] = 1; }\n"
    "__kernel void barriers(__global float *out, int rounds, __local float *shared) {\n"
    "  for (int r = 0; r < rounds; r++) { shared[get_local_id(0)] = r; barrier(CLK_LOCAL_MEM_FENCE); }\n"
    "  if (shared[0] < 0) out[0] = 1; }\n"
    "__kernel void loads(__global float *out, int rounds, __local float *shared) {\n"
    "  const int me = get_local_id(0), size = get_local_size(0); float sum = 0;\n"
    "  shared[me] = me; shared[me + size] = me; barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  for (int r = 0; r < rounds; r++)\n"
    "    for (int i = 0; i < size; i++) sum += shared[me + i];\n"
    "  if (sum < 0) out[0] = sum; }\n";

typedef struct {
  ksn_cl_device *device;
  cl_program program;
  cl_mem from, to;
  size_t bytes, group; // of each buffer; work-items of a group
  cl_uint units, floats, doubles, ints;
  cl_device_type type;
  ksn_why *why;
} probe;

static int check(const probe *p, cl_int error, const char *what) {
  return error == CL_SUCCESS ? 0
                             : ksn_because(p->why, "%s fails on %s: error %d, %s", what, p->device->name, (int)error,
                                           ksn_cl_error(error));
}

static cl_ulong ask(const probe *p, cl_device_info what) {
  cl_ulong value = 0; // of 4 or 8 bytes, the lower ones first
  return clGetDeviceInfo(p->device->id, what, sizeof value, &value, NULL) == CL_SUCCESS ? value : 0;
}

static cl_uint atLeastOne(cl_ulong value) { return value && value <= 16 ? (cl_uint)value : 1; }

static int build(probe *p) {
  char types[256], doubles[128] = "";
  const char *const pad[17] = {[1] = "", [2] = "2", [4] = "4", [8] = "8", [16] = "16"};
  const char *const wide = pad[p->floats] ? pad[p->floats] : "", *const whole = pad[p->ints] ? pad[p->ints] : "";
  if (p->device->has_double)
    snprintf(doubles, sizeof doubles,
             "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#define HAS_DOUBLES\ntypedef double%s doubles;\n",
             pad[p->doubles] ? pad[p->doubles] : "");
  snprintf(types, sizeof types, "typedef float%s floats;\ntypedef uint%s ints;\n%s", wide, whole, doubles);
  const char *const source[] = {types, kSource};
  p->program = ksn_cl_build(p->device, source, 2, 0, p->why);
  return p->program ? 0 : -1;
}

static int prepare(probe *p) {
  p->device = ksn_cl_open(p->why);
  if (!p->device)
    return -1;
  p->type = (cl_device_type)ask(p, CL_DEVICE_TYPE);
  p->units = (cl_uint)ask(p, CL_DEVICE_MAX_COMPUTE_UNITS);
  p->floats = atLeastOne(ask(p, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  p->doubles = atLeastOne(ask(p, CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE));
  p->ints = atLeastOne(ask(p, CL_DEVICE_NATIVE_VECTOR_WIDTH_INT));
  p->group = p->device->group_size < 256 ? p->device->group_size : 256;
  size_t most = (size_t)512 << 20; // far more than any cache holds
  most = most < p->device->buffer_bytes ? most : (size_t)p->device->buffer_bytes;
  most = most < p->device->global_bytes / 8 ? most : (size_t)(p->device->global_bytes / 8);
  p->bytes = most / 65536 * 65536;
  if (!p->bytes || !p->units)
    return ksn_because(p->why, "%s has no memory or no units", p->device->name);
  if (build(p))
    return -1;
  cl_int error, second;
  p->from = clCreateBuffer(p->device->context, CL_MEM_READ_WRITE, p->bytes, NULL, &error);
  p->to = clCreateBuffer(p->device->context, CL_MEM_READ_WRITE, p->bytes, NULL, &second);
  const float zero = 0;
  if (error == CL_SUCCESS && second == CL_SUCCESS)
    error =
        clEnqueueFillBuffer(p->device->queues[KSN_LANE_WORK], p->from, &zero, sizeof zero, 0, p->bytes, 0, NULL, NULL);
  return check(p, error != CL_SUCCESS ? error : second, "a buffer");
}

// Seconds of one of as many launches as last a while, the best of some trials; negative with the reason. Takes the
// kernel.
static double timeOf(const probe *p, cl_kernel kernel, size_t items, size_t group) {
  double best = -1;
  cl_int error = CL_SUCCESS;
  for (int trial = -1, count = 1; trial < kTrials && error == CL_SUCCESS;) {
    const double begin = ksn_now();
    for (int n = 0; n < count && error == CL_SUCCESS; n++)
      error = clEnqueueNDRangeKernel(p->device->queues[KSN_LANE_WORK], kernel, 1, NULL, &items, &group, 0, NULL, NULL);
    error = error == CL_SUCCESS ? clFinish(p->device->queues[KSN_LANE_WORK]) : error;
    const double seconds = ksn_now() - begin;
    if (trial < 0 && seconds < 0.03 && count < 1 << 16) {
      count *= 2;
      continue;
    }
    if (trial >= 0 && (best < 0 || seconds / count < best))
      best = seconds / count;
    trial++;
  }
  (void)clReleaseKernel(kernel);
  return check(p, error, "a kernel") ? -1 : best;
}

static cl_kernel kernelOf(const probe *p, const char *name, cl_int *error) {
  const cl_kernel kernel = clCreateKernel(p->program, name, error);
  if (*error == CL_SUCCESS)
    *error = clSetKernelArg(kernel, 0, sizeof p->to, &p->to);
  return kernel;
}

// Bytes a second, read and written; a processor also brings in what it is about to store to.
static double copySpeed(const probe *p) {
  const float one = 1;
  cl_int error;
  const cl_kernel kernel = kernelOf(p, "copy", &error);
  error |= clSetKernelArg(kernel, 1, sizeof p->from, &p->from) | clSetKernelArg(kernel, 2, sizeof one, &one);
  const double seconds = check(p, error, "copy") ? -1 : timeOf(p, kernel, p->bytes / sizeof(float), p->group);
  const double moved = p->type & CL_DEVICE_TYPE_CPU ? 3.0 : 2.0;
  return seconds > 0 ? moved * (double)p->bytes / seconds : -1;
}

static double launchTime(const probe *p) {
  const float one = 1;
  cl_int error;
  const cl_kernel kernel = kernelOf(p, "nothing", &error);
  error |= clSetKernelArg(kernel, 1, sizeof one, &one);
  return check(p, error, "a launch") ? -1 : timeOf(p, kernel, p->units * p->group, p->group);
}

// Operations a second: eight chains of two in each lane of each work-item.
static double rateOf(const probe *p, const char *name, cl_uint lanes) {
  const float one = 1;
  const cl_int rounds = kRounds;
  const size_t items = p->units * p->group * kGroupsPerUnit;
  cl_int error;
  const cl_kernel kernel = kernelOf(p, name, &error);
  error |= clSetKernelArg(kernel, 1, sizeof rounds, &rounds) | clSetKernelArg(kernel, 2, sizeof one, &one);
  const double seconds = check(p, error, name) ? -1 : timeOf(p, kernel, items, p->group);
  return seconds > 0 ? 16.0 * lanes * kRounds * (double)items / seconds : -1;
}

// Of a kernel with local memory, `rounds` times round its loop.
static double localTime(const probe *p, const char *name, cl_int rounds, size_t groups) {
  cl_int error;
  const cl_kernel kernel = kernelOf(p, name, &error);
  error |=
      clSetKernelArg(kernel, 1, sizeof rounds, &rounds) | clSetKernelArg(kernel, 2, 2 * p->group * sizeof(float), NULL);
  return check(p, error, name) ? -1 : timeOf(p, kernel, groups * p->group, p->group);
}

// Of one group on each unit, without what the launch costs.
static double barrierTime(const probe *p) {
  const double with = localTime(p, "barriers", kRounds, p->units), without = localTime(p, "barriers", 0, p->units);
  if (with < 0 || without < 0)
    return -1;
  return with > without ? (with - without) / kRounds : 0;
}

// Seconds from a load to its value, each unit holding many that wait for theirs, far apart in memory.
static double latencyOf(const probe *p) {
  const cl_uint cells = (cl_uint)(p->bytes / sizeof(cl_uint));
  const size_t items = p->units * p->group * kGroupsPerUnit;
  const cl_int rounds = kRounds;
  cl_int error;
  const cl_kernel chain = clCreateKernel(p->program, "chain", &error);
  error |= clSetKernelArg(chain, 0, sizeof p->from, &p->from) | clSetKernelArg(chain, 1, sizeof cells, &cells);
  if (items > cells)
    return ksn_because(p->why, "%s has too little memory to be measured", p->device->name);
  if (check(p, error, "chain") || timeOf(p, chain, items, p->group) < 0)
    return -1;
  const cl_kernel chase = kernelOf(p, "chase", &error);
  error |= clSetKernelArg(chase, 1, sizeof rounds, &rounds) | clSetKernelArg(chase, 2, sizeof p->from, &p->from);
  const double seconds = check(p, error, "chase") ? -1 : timeOf(p, chase, items, p->group);
  return seconds > 0 ? seconds / kRounds : -1;
}

static double localSpeed(const probe *p) {
  const size_t groups = (size_t)p->units * kGroupsPerUnit;
  const cl_int rounds = 64;
  const double seconds = localTime(p, "loads", rounds, groups);
  return seconds > 0 ? (double)(groups * p->group) * (double)p->group * rounds * sizeof(float) / seconds : -1;
}

// Bytes a second to the device or from it, page-locked; seconds of a transfer of a few bytes.
static double linkSpeed(const probe *p, int in, double *latency) {
  const cl_command_queue queue = p->device->queues[KSN_LANE_WORK];
  const size_t bytes = p->bytes < (size_t)64 << 20 ? p->bytes : (size_t)64 << 20;
  cl_int error, freed = CL_SUCCESS;
  const cl_mem pinned = clCreateBuffer(p->device->context, CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
  if (check(p, error, "page-locked memory"))
    return -1;
  void *const host =
      clEnqueueMapBuffer(queue, pinned, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &error);
  double best = 0, shortest = 1;
  for (int trial = 0; trial <= 2 * kTrials && error == CL_SUCCESS; trial++) {
    const size_t size = trial < kTrials ? bytes : 64;
    const double begin = ksn_now();
    error = in ? clEnqueueWriteBuffer(queue, p->to, CL_TRUE, 0, size, host, 0, NULL, NULL)
               : clEnqueueReadBuffer(queue, p->to, CL_TRUE, 0, size, host, 0, NULL, NULL);
    const double seconds = ksn_now() - begin;
    if (size == bytes)
      best = (double)bytes / seconds > best ? (double)bytes / seconds : best;
    else
      shortest = seconds < shortest ? seconds : shortest;
  }
  if (host)
    freed = clEnqueueUnmapMemObject(queue, pinned, host, 0, NULL, NULL) | clFinish(queue);
  (void)clReleaseMemObject(pinned);
  *latency = shortest;
  return check(p, error | freed, "a transfer") ? -1 : best;
}

// Of the kernels on a GPU: a processor's vectors are the compiler's matter.
static size_t widthOf(const probe *p) {
  if (p->type & CL_DEVICE_TYPE_CPU)
    return p->floats * sizeof(float);
  cl_int error;
  size_t width = 0;
  const cl_kernel kernel = kernelOf(p, "copy", &error);
  if (error == CL_SUCCESS)
    error = clGetKernelWorkGroupInfo(kernel, p->device->id, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof width,
                                     &width, NULL);
  (void)clReleaseKernel(kernel);
  return error == CL_SUCCESS && width ? width : 1;
}

static const char *classOf(const probe *p) {
  if (p->type & CL_DEVICE_TYPE_GPU)
    return "gpu";
  return p->type & CL_DEVICE_TYPE_ACCELERATOR ? "phi" : "cpu";
}

static void printLimits(const probe *p) {
  const ksn_cl_device *const device = p->device;
  char name[sizeof device->name], date[32] = "";
  snprintf(name, sizeof name, "%s", device->name);
  for (char *c = name; *c; c++)
    *c = *c == '"' || *c == '\\' || (unsigned char)*c < ' ' ? ' ' : *c;
  const time_t today = time(NULL);
  struct tm day;
  if (localtime_r(&today, &day))
    strftime(date, sizeof date, " on %Y-%m-%d", &day);
  printf("title: \"%s, OpenCL\"\nsource: \"measured (by kasane probe%s)\"\n", name, date);
  printf("class: %s\nunits: %u\nwidth: %zu\n", classOf(p), (unsigned)p->units, widthOf(p));
  printf("group:\n  items: %zu\n  axes: [%zu, %zu, %zu]\n", device->group_size, device->group_extent[0],
         device->group_extent[1], device->group_extent[2]);
  if (ask(p, REGISTERS_PER_BLOCK_NV)) // as many as a unit has
    printf("registers:\n  per_unit: %llu\n", (unsigned long long)ask(p, REGISTERS_PER_BLOCK_NV));
  const cl_ulong cache = ask(p, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE);
  if (cache)
    printf("caches:\n  - name: cache\n    bytes: %llu\n", (unsigned long long)cache);
}

static int measure(const probe *p) {
  const int ownMemory = !(p->type & CL_DEVICE_TYPE_CPU);
  const double copy = copySpeed(p), launch = launchTime(p), barrier = barrierTime(p);
  const double local = ownMemory ? localSpeed(p) : 0; // a processor's is memory like any other
  const double floats = rateOf(p, "floats_rate", p->floats), ints = rateOf(p, "ints_rate", p->ints);
  const double doubles = p->device->has_double ? rateOf(p, "doubles_rate", p->doubles) : 0;
  const double waiting = ownMemory ? latencyOf(p) : 0; // a processor looks ahead
  double latency = 0, unused;
  const double in = ownMemory ? linkSpeed(p, 1, &latency) : 0, out = ownMemory ? linkSpeed(p, 0, &unused) : 0;
  if (copy < 0 || launch < 0 || barrier < 0 || local < 0 || floats < 0 || ints < 0 || doubles < 0 || waiting < 0 ||
      in < 0 || out < 0)
    return -1;
  printLimits(p);
  printf("operations:\n  f32: %.3g\n  f64: %.3g\n  i32: %.3g\n", floats, doubles, ints);
  printf("local:\n  bytes: %llu\n  per_unit: %llu\n", (unsigned long long)p->device->local_bytes,
         (unsigned long long)p->device->local_bytes);
  if (ownMemory)
    printf("  bandwidth: %.3g\n", local);
  printf("memory:\n  bytes: %llu\n  bandwidth: %.3g\n", (unsigned long long)p->device->global_bytes, copy);
  if (ownMemory)
    printf("  latency: %.3g\n", waiting);
  printf("launch: %.3g\nbarrier: %.3g\n", launch, barrier);
  if (ownMemory)
    printf("link:\n  in: %.3g\n  out: %.3g\n  latency: %.3g\n", in, out, latency);
  return 0;
}

// Its buffers go with the process.
int ksn_probe_opencl(void) {
  ksn_why why;
  probe p = {.why = &why};
  if (prepare(&p) == 0 && measure(&p) == 0)
    return fflush(stdout) ? 1 : 0;
  puts(why.text);
  return 1;
}
