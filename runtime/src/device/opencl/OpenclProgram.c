// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs: built once per process and found again by the address of their source.
#include "base/Env.h"
#include "base/Error.h"
#include "device/opencl/Opencl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void printLog(const ksn_cl_device *device, cl_program program) {
  size_t size = 0;
  if (clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, 0, NULL, &size) != CL_SUCCESS || size < 2)
    return;
  char *const log = ksn_allocate(size + 1, 1);
  if (clGetProgramBuildInfo(program, device->id, CL_PROGRAM_BUILD_LOG, size, log, NULL) == CL_SUCCESS) {
    ksn_say("opencl: build log of %s:", device->name);
    (void)fprintf(stderr, "%s\n", log);
  }
  free(log);
}

// Strict needs no option against fusing: the source carries the FP_CONTRACT pragma, and ksn_cl_check_exact sees whether
// the device heeds it. The rounding option may only be given to devices that name the capability.
cl_program ksn_cl_build(ksn_cl_device *device, const char *const *source, int count, int strict, ksn_why *why) {
  cl_int error;
  const char **const pieces = ksn_allocate((size_t)count, sizeof *pieces); // the call wants them without const
  for (int piece = 0; piece < count; piece++)
    pieces[piece] = source[piece];
  const cl_program program = clCreateProgramWithSource(device->context, (cl_uint)count, pieces, NULL, &error);
  free(pieces);
  if (error != CL_SUCCESS) {
    ksn_because(why, "no program on %s: error %d, %s", device->name, (int)error, ksn_cl_error(error));
    return NULL;
  }
  const char *const rounding = strict && device->rounding_option ? "-cl-fp32-correctly-rounded-divide-sqrt " : "";
  const char *const further = ksn_environment()->opencl_options ? ksn_environment()->opencl_options : "";
  const char *const quiet = strstr(further, "-W") ? "" : "-w "; // devices' compilers write warnings to our stderr
  char *const options = ksn_allocate(strlen(quiet) + strlen(rounding) + strlen(further) + 1, 1);
  strcat(strcat(strcpy(options, quiet), rounding), further);
  error = clBuildProgram(program, 1, &device->id, options, NULL, NULL);
  if (error == CL_SUCCESS) {
    free(options);
    return program;
  }
  printLog(device, program);
  (void)clReleaseProgram(program);
  ksn_because(why,
              "the kernels do not build for %s with options '%s': error %d, %s; choose another device with "
              "KASANE_DEVICE",
              device->name, options, (int)error, ksn_cl_error(error));
  free(options);
  return NULL;
}

// A kernel may allow less than the device does, when it needs many registers.
static int checkKernel(const ksn_cl_device *device, const ksn_info *info, cl_kernel kernel, const char *name,
                       ksn_why *why) {
  size_t most = 0, fixed[3] = {0, 0, 0};
  if (clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL) != CL_SUCCESS ||
      clGetKernelWorkGroupInfo(kernel, device->id, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof fixed, fixed, NULL) !=
          CL_SUCCESS)
    return ksn_because(why, "kernel %s does not say how many work-items it takes", name);
  size_t asked = fixed[0] * fixed[1] * fixed[2];
  if (!asked)
    asked = (size_t)info->group[0] * (size_t)info->group[1] * (size_t)info->group[2];
  if (asked > most)
    return ksn_because(why,
                       "kernel %s takes at most %zu work-items a group on %s, %zu are asked for; translate with a "
                       "smaller --tile",
                       name, most, device->name, asked);
  return 0;
}

static int readKernels(const ksn_cl_device *device, const ksn_info *info, ksn_cl_program *entry, ksn_why *why) {
  cl_uint count = 0;
  cl_int error = clCreateKernelsInProgram(entry->program, 0, NULL, &count);
  if (error == CL_SUCCESS) {
    entry->kernels = ksn_allocate(count, sizeof *entry->kernels);
    entry->names = ksn_allocate(count, sizeof *entry->names);
    error = clCreateKernelsInProgram(entry->program, count, entry->kernels, NULL);
  }
  if (error != CL_SUCCESS)
    return ksn_because(why, "no kernels on %s: error %d, %s", device->name, (int)error, ksn_cl_error(error));
  entry->kernel_count = count;
  for (cl_uint k = 0; k < count; k++) {
    error =
        clGetKernelInfo(entry->kernels[k], CL_KERNEL_FUNCTION_NAME, sizeof *entry->names - 1, entry->names[k], NULL);
    if (error != CL_SUCCESS)
      return ksn_because(why, "a kernel without a name on %s: error %d", device->name, (int)error);
    if (checkKernel(device, info, entry->kernels[k], entry->names[k], why))
      return -1;
  }
  return 0;
}

static void discard(ksn_cl_program *entry) {
  for (cl_uint k = 0; k < entry->kernel_count; k++)
    (void)clReleaseKernel(entry->kernels[k]);
  (void)clReleaseProgram(entry->program);
  free(entry->kernels);
  free(entry->names);
  free(entry);
}

ksn_cl_program *ksn_cl_program_of(ksn_cl_device *device, const ksn_info *info, ksn_why *why) {
  const int strict = info->fp[0] == 's';
  for (ksn_cl_program *entry = device->programs; entry; entry = entry->next)
    if (entry->source == info->source && entry->strict == strict)
      return entry;
  const cl_program program = ksn_cl_build(device, info->source, info->source_count, strict, why);
  if (!program)
    return NULL;
  ksn_cl_program *const entry = ksn_allocate(1, sizeof *entry);
  *entry = (ksn_cl_program){.source = info->source, .strict = strict, .program = program, .next = device->programs};
  if (readKernels(device, info, entry, why)) {
    discard(entry);
    return NULL;
  }
  device->programs = entry;
  return entry;
}
