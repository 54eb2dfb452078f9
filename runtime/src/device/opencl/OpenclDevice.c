// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The opencl target: every field and spare is a buffer on the device for the whole run.
#include "base/Bytes.h"
#include "base/Error.h"
#include "base/State.h"
#include "box/Field.h"
#include "device/Buffers.h"
#include "device/Device.h"
#include "device/opencl/Opencl.h"
#include <stdlib.h>
#include <string.h>

enum { kPassesInQueue = 64 }; // at least; at most twice as many

typedef struct clRun {
  ksn_opened opened;
  ksn_cl_program *program;
  int64_t passes;
  cl_event marker; // behind the last full batch of passes
} clRun;

static clRun *stateOf(const ksn_run *run) { return run->state->device; }
static ksn_cl_device *deviceOf(const ksn_run *run) { return stateOf(run)->opened.device; }

static int checkDevice(const ksn_cl_device *device, const ksn_info *info, ksn_why *why) {
  size_t items = 1;
  for (int axis = 0; axis < 3; axis++) {
    items *= (size_t)info->group[axis];
    if ((size_t)info->group[axis] > device->group_extent[axis])
      return ksn_because(why,
                         "a work-group of %dx%dx%d is wider than %s allows (%zux%zux%zu); translate with a smaller "
                         "--tile",
                         info->group[0], info->group[1], info->group[2], device->name, device->group_extent[0],
                         device->group_extent[1], device->group_extent[2]);
  }
  if (items > device->group_size)
    return ksn_because(why,
                       "a work-group of %zu work-items is more than the %zu that %s allows; translate with a smaller "
                       "--tile",
                       items, device->group_size, device->name);
  if (info->local_bytes > device->local_bytes)
    return ksn_because(why,
                       "a work-group needs %s of local memory, %s has %s; translate with a smaller --tile or --depth",
                       ksn_show_bytes((int64_t)info->local_bytes).text, device->name,
                       ksn_show_bytes((int64_t)device->local_bytes).text);
  if (info->uses_double && !device->has_double)
    return ksn_because(why,
                       "%s has no double precision, which the region needs; choose another device with "
                       "KASANE_DEVICE",
                       device->name);
  return 0;
}

static int openRun(ksn_run *run, ksn_why *why) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].first < 0 && run->fields[f].last >= run->fields[f].first)
      return ksn_because(why, "%s is used below its element 0 (linear index %lld), where a device buffer begins",
                         run->fields[f].name, (long long)run->fields[f].first);
  ksn_cl_device *const device = ksn_cl_open(why);
  if (!device || checkDevice(device, run->info, why))
    return -1;
  ksn_lock(&device->launch);
  ksn_cl_program *program = NULL;
  if (strcmp(run->info->fp, "strict") != 0 || !ksn_cl_check_exact(device, run->info->uses_double, why))
    program = ksn_cl_program_of(device, run->info, why);
  ksn_unlock(&device->launch);
  if (!program)
    return -1;
  clRun *const state = ksn_open_buffers(run, device);
  state->program = program;
  return 0;
}

static int limits(const ksn_run *run, int card, int64_t *freeBytes, int64_t *bufferBytes, const char **name) {
  (void)card;
  const ksn_cl_device *const device = deviceOf(run);
  *freeBytes = (int64_t)device->global_bytes;
  *bufferBytes = (int64_t)device->buffer_bytes;
  *name = device->name;
  return 0;
}

static cl_command_queue queueOf(const ksn_run *run, int lane) { return deviceOf(run)->queues[lane]; }

static cl_int moveRectangle(cl_command_queue queue, const ksn_field *field, const ksn_piece *piece, char *host,
                            int up) {
  const size_t size = ksn_size_of(field->type);
  const cl_mem buffer = field->mem;
  const size_t region[3] = {(size_t)piece->extent[0] * size, (size_t)piece->extent[1], (size_t)piece->extent[2]};
  const size_t start = (size_t)piece->offset * size;
  if (region[1] == 1 && region[2] == 1)
    return up ? clEnqueueWriteBuffer(queue, buffer, CL_FALSE, start, region[0], host, 0, NULL, NULL)
              : clEnqueueReadBuffer(queue, buffer, CL_FALSE, start, region[0], host, 0, NULL, NULL);
  const size_t pitch = (size_t)piece->pitch[0] * size, slice = region[2] > 1 ? (size_t)piece->pitch[1] * size : 0;
  const size_t origin[3] = {start % pitch, slice ? start % slice / pitch : start / pitch, slice ? start / slice : 0};
  const size_t hostOrigin[3] = {0, 0, 0};
  return up ? clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, hostOrigin, region, pitch, slice, pitch, slice,
                                       host, 0, NULL, NULL)
            : clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, hostOrigin, region, pitch, slice, pitch, slice,
                                      host, 0, NULL, NULL);
}

// All but the last plane, all but the last row of that, and that row: NVIDIA's driver wants a rectangle's last row and
// plane to lie in the buffer up to their full pitch, and ours may end with the last element in use.
static int copyPiece(const ksn_run *run, int lane, const ksn_field *field, const ksn_piece *piece, char *host, int up) {
  ksn_piece rest = *piece;
  for (int axis = 2; axis > 0; axis--) {
    if (rest.extent[axis] == 1)
      continue;
    ksn_piece most = rest;
    most.extent[axis]--;
    const cl_int error = moveRectangle(queueOf(run, lane), field, &most, host, up);
    if (error != CL_SUCCESS)
      return (int)error;
    const int64_t behind = most.extent[axis] * rest.pitch[axis - 1];
    rest.offset += behind;
    host += behind * (int64_t)ksn_size_of(field->type);
    rest.extent[axis] = 1;
  }
  return (int)moveRectangle(queueOf(run, lane), field, &rest, host, up);
}

static int allocate(const ksn_run *run, int card, const ksn_field *like, void **mem) {
  (void)card;
  cl_int error;
  *mem = clCreateBuffer(deviceOf(run)->context, CL_MEM_READ_WRITE, (size_t)ksn_buffer_bytes(like), NULL, &error);
  return (int)error;
}

static int finish(const ksn_run *run) {
  cl_int error = CL_SUCCESS;
  for (int lane = 0; lane < KSN_LANES && error == CL_SUCCESS; lane++)
    error = clFinish(queueOf(run, lane));
  return (int)error;
}

// ---- placement chunked
static int takeBlock(const ksn_run *run, int card, int64_t bytes, void **block) {
  (void)card;
  cl_int error;
  *block = clCreateBuffer(deviceOf(run)->context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &error);
  return (int)error;
}

static void giveBlock(void *block) { (void)clReleaseMemObject(block); }

static int copyWithin(const ksn_run *run, int lane, void *toBlock, int64_t to, void *block, int64_t from,
                      int64_t bytes) {
  return (int)clEnqueueCopyBuffer(queueOf(run, lane), block, toBlock, (size_t)from, (size_t)to, (size_t)bytes, 0, NULL,
                                  NULL);
}

static int markLane(const ksn_run *run, int lane, void **mark) {
  cl_event event = NULL;
  const cl_int error = clEnqueueMarkerWithWaitList(queueOf(run, lane), 0, NULL, &event);
  *mark = event;
  return error == CL_SUCCESS ? (int)clFlush(queueOf(run, lane)) : (int)error;
}

static int followMark(const ksn_run *run, int lane, void *mark) {
  const cl_event event = mark;
  return (int)clEnqueueBarrierWithWaitList(queueOf(run, lane), 1, &event, NULL);
}

static int awaitMark(const ksn_run *run, void *mark) {
  (void)run;
  const cl_event event = mark;
  return (int)clWaitForEvents(1, &event);
}

static void forgetMark(void *mark) { (void)clReleaseEvent(mark); }

static void freeBuffer(const ksn_field *like, void *mem) {
  (void)like;
  (void)clReleaseMemObject(mem);
}

static const char *nameOf(const ksn_run *run) { return deviceOf(run)->name; }

static const char *errorOf(int code) { return ksn_cl_error((cl_int)code); }

// OpenCL doesn't say: on most GPUs at least so many work-items of a unit's have room for what they hold.
static int64_t resident(const ksn_run *run, const char *name, const size_t *group) {
  enum { kItems = 512 };
  const size_t items = group[0] * group[1] * group[2];
  (void)name;
  return (int64_t)deviceOf(run)->units * (int64_t)(items < kItems ? kItems / items : 1);
}

static const ksn_locker *lockerOf(const ksn_run *run) { return deviceOf(run)->shares_memory ? NULL : &ksn_cl_locker; }

static void closeRun(void *opened) {
  clRun *const state = opened;
  if (state->marker)
    (void)clReleaseEvent(state->marker);
}

static const ksn_buffers clBuffers = {
    .state_bytes = sizeof(clRun),
    .close = closeRun,
    .allocate = allocate,
    .copy = copyPiece,
    .finish = finish,
    .workers = 1, // kernels of other queues wait on NVIDIA's cards, so several only make slabs smaller
    .resident = resident,
    .take = takeBlock,
    .within = copyWithin,
    .mark = markLane,
    .follow = followMark,
    .await = awaitMark,
    .forget = forgetMark,
    .give = giveBlock,
    .locker = lockerOf,
    .free = freeBuffer,
    .name = nameOf,
    .error = errorOf};

static cl_kernel kernelOf(const ksn_run *run, const char *name) {
  const ksn_cl_program *const program = stateOf(run)->program;
  for (cl_uint k = 0; k < program->kernel_count; k++)
    if (!strcmp(program->names[k], name))
      return program->kernels[k];
  ksn_fail_region(run->info, "internal: no kernel %s", name);
}

static void launch(ksn_run *run, int lane, const char *name, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  const cl_kernel kernel = kernelOf(run, name);
  ksn_cl_device *const device = deviceOf(run);
  const size_t global[3] = {groups[0] * group[0], groups[1] * group[1], groups[2] * group[2]};
  ksn_lock(&device->launch);
  cl_int error = CL_SUCCESS;
  for (int n = 0; n < argCount && error == CL_SUCCESS; n++)
    error = clSetKernelArg(kernel, (cl_uint)n, args[n].size, args[n].value);
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device->queues[lane], kernel, 3, NULL, global, group, 0, NULL, NULL);
  ksn_unlock(&device->launch);
  ksn_check_device(run, error, name);
}

// Waits for the batch before the last one: the device never runs dry, and neither memory nor progress run away.
static void pass(ksn_run *run) {
  clRun *const state = stateOf(run);
  if (++state->passes % kPassesInQueue)
    return;
  cl_event marker;
  ksn_check_device(run, clEnqueueMarkerWithWaitList(deviceOf(run)->queues[KSN_LANE_WORK], 0, NULL, &marker),
                   "clEnqueueMarkerWithWaitList");
  ksn_check_device(run, clFlush(deviceOf(run)->queues[KSN_LANE_WORK]), "clFlush");
  if (state->marker) {
    ksn_check_device(run, clWaitForEvents(1, &state->marker), "a kernel");
    ksn_check_device(run, clReleaseEvent(state->marker), "clReleaseEvent");
  }
  state->marker = marker;
}

const ksn_device ksn_opencl_device = {.target = "opencl",
                                      .open = openRun,
                                      .limits = limits,
                                      .launch = launch,
                                      .pass = pass,
                                      KSN_WITH_BUFFERS(&clBuffers)};
