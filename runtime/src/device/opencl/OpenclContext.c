// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Choosing and opening the device: KASANE_DEVICE (a number, or a part of the name), else the first GPU, which ranks of
// one machine take in turn, else the first.
#include "base/Error.h"
#include "device/Choice.h"
#include "device/opencl/Opencl.h"
#include <stdlib.h>
#include <string.h>

enum { kMostDevices = 64 };

static pthread_mutex_t opening = PTHREAD_MUTEX_INITIALIZER;
static ksn_cl_device theDevice = {.launch = PTHREAD_MUTEX_INITIALIZER};

const char *ksn_cl_error(cl_int code) {
  switch (code) {
  case CL_DEVICE_NOT_AVAILABLE:
    return "device not available";
  case CL_MEM_OBJECT_ALLOCATION_FAILURE:
    return "no device memory left";
  case CL_OUT_OF_RESOURCES:
    return "out of resources";
  case CL_OUT_OF_HOST_MEMORY:
    return "out of host memory";
  case CL_BUILD_PROGRAM_FAILURE:
    return "build failure";
  case CL_INVALID_VALUE:
    return "invalid value";
  case CL_INVALID_BUILD_OPTIONS:
    return "invalid build options";
  case CL_INVALID_KERNEL_ARGS:
    return "invalid kernel arguments";
  case CL_INVALID_ARG_SIZE:
    return "invalid argument size";
  case CL_INVALID_WORK_GROUP_SIZE:
    return "invalid work-group size";
  case CL_INVALID_BUFFER_SIZE:
    return "invalid buffer size";
  case CL_INVALID_MEM_OBJECT:
    return "invalid buffer";
  default:
    return "see cl.h";
  }
}

// All devices of all platforms, in the order in which the loader gives them:
// that order is what KASANE_DEVICE=1 counts in.
static int listDevices(cl_device_id *devices, ksn_why *why) {
  cl_platform_id platforms[16];
  cl_uint platformCount = 0;
  const cl_int error = clGetPlatformIDs(16, platforms, &platformCount);
  if (error != CL_SUCCESS || platformCount == 0)
    return ksn_because(why, "no OpenCL platform was found (error %d); install a driver, or PoCL for the CPU",
                       (int)error);
  int count = 0;
  for (cl_uint p = 0; p < platformCount && p < 16; p++) {
    cl_uint found = 0;
    const cl_uint room = (cl_uint)(kMostDevices - count);
    if (room && clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, room, devices + count, &found) == CL_SUCCESS)
      count += (int)(found < room ? found : room);
  }
  if (!count)
    return ksn_because(why, "the OpenCL platforms have no device; install a driver for one, or PoCL for the CPU");
  return count;
}

static int nameOf(cl_device_id id, char *name, size_t size) {
  name[0] = 0;
  return clGetDeviceInfo(id, CL_DEVICE_NAME, size, name, NULL) == CL_SUCCESS;
}

// The index, or -1.
static int choose(const cl_device_id *devices, int count, ksn_why *why) {
  char(*const names)[256] = ksn_allocate((size_t)count, sizeof *names);
  int gpus[kMostDevices], gpuCount = 0;
  for (int d = 0; d < count; d++) {
    cl_device_type type = 0;
    (void)nameOf(devices[d], names[d], sizeof *names); // a device without a name can be chosen by its number
    if (clGetDeviceInfo(devices[d], CL_DEVICE_TYPE, sizeof type, &type, NULL) == CL_SUCCESS &&
        (type & CL_DEVICE_TYPE_GPU))
      gpus[gpuCount++] = d;
  }
  const int chosen = ksn_choose_device("OpenCL", count, names, gpuCount ? ksn_in_turn(gpus, gpuCount) : 0, why);
  free(names);
  return chosen;
}

static int ask(cl_device_id id, cl_device_info what, size_t size, void *value, ksn_why *why) {
  const cl_int error = clGetDeviceInfo(id, what, size, value, NULL);
  return error == CL_SUCCESS
             ? 0
             : ksn_because(why, "the device does not answer query 0x%x: %s", (unsigned)what, ksn_cl_error(error));
}

static int readLimits(ksn_cl_device *device, ksn_why *why) {
  cl_device_fp_config single = 0, twice = 0;
  const cl_device_id id = device->id;
  if (ask(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof device->global_bytes, &device->global_bytes, why) ||
      ask(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof device->buffer_bytes, &device->buffer_bytes, why) ||
      ask(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof device->local_bytes, &device->local_bytes, why) ||
      ask(id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof device->shares_memory, &device->shares_memory, why) ||
      ask(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof device->units, &device->units, why) ||
      ask(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof device->group_size, &device->group_size, why) ||
      ask(id, CL_DEVICE_SINGLE_FP_CONFIG, sizeof single, &single, why))
    return -1;
  size_t extents[16] = {0};
  cl_uint axes = 0;
  if (ask(id, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, sizeof axes, &axes, why))
    return -1;
  if (axes < 3 || axes > 16)
    return ksn_because(why, "%s has %u work-item axes, 3 are needed", device->name, (unsigned)axes);
  if (ask(id, CL_DEVICE_MAX_WORK_ITEM_SIZES, axes * sizeof *extents, extents, why))
    return -1;
  memcpy(device->group_extent, extents, sizeof device->group_extent);
  // Devices without doubles need not know the query.
  if (clGetDeviceInfo(id, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof twice, &twice, NULL) == CL_SUCCESS)
    device->has_double = twice != 0;
  device->rounding_option = (single & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  return 0;
}

static int openDevice(ksn_cl_device *device, ksn_why *why) {
  cl_device_id devices[kMostDevices];
  const int count = listDevices(devices, why);
  const int index = count < 0 ? -1 : choose(devices, count, why);
  if (index < 0)
    return -1;
  device->id = devices[index];
  cl_bool available = CL_FALSE;
  if (!nameOf(device->id, device->name, sizeof device->name) ||
      ask(device->id, CL_DEVICE_AVAILABLE, sizeof available, &available, why))
    return ksn_because(why, "OpenCL device %d does not answer", index);
  if (!available)
    return ksn_because(why, "%s is not available; choose another device with KASANE_DEVICE", device->name);
  if (readLimits(device, why))
    return -1;
  cl_int error;
  device->context = clCreateContext(NULL, 1, &device->id, NULL, NULL, &error);
  if (error != CL_SUCCESS)
    return ksn_because(why, "no context on %s: error %d, %s", device->name, (int)error, ksn_cl_error(error));
  int lane = KSN_LANES; // that of the kernels last: it says that the device is open
  while (lane > 0 && error == CL_SUCCESS)
    device->queues[--lane] = clCreateCommandQueue(device->context, device->id, 0, &error);
  if (error == CL_SUCCESS)
    return 0;
  for (device->queues[lane++] = NULL; lane < KSN_LANES; lane++)
    (void)clReleaseCommandQueue(device->queues[lane]);
  (void)clReleaseContext(device->context); // nothing depends on it
  return ksn_because(why, "no queue on %s: error %d, %s", device->name, (int)error, ksn_cl_error(error));
}

ksn_cl_device *ksn_cl_open(ksn_why *why) {
  ksn_lock(&opening);
  const int failed = !theDevice.queues[KSN_LANE_WORK] && openDevice(&theDevice, why);
  ksn_unlock(&opening);
  return failed ? NULL : &theDevice;
}

ksn_cl_device *ksn_cl_opened(void) { return &theDevice; }
