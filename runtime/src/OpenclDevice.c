// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The opencl target: every field and spare is a buffer on the device for the whole run.
#include "Opencl.h"
#include <stdlib.h>
#include <string.h>

enum { kPassesInQueue = 64 }; // at least; at most twice as many

typedef struct clRun {
  ksn_cl_device *device;
  ksn_cl_program *program;
  int owns_buffers;
  int64_t passes;
  cl_event marker; // behind the last full batch of passes
} clRun;

static clRun *stateOf(const ksn_run *run) { return run->state->device; }

static void check(const ksn_run *run, cl_int error, const char *what) {
  if (error != CL_SUCCESS)
    ksn_fail_region(run->info, "%s on %s failed: error %d, %s", what, stateOf(run)->device->name, (int)error,
                    ksn_cl_error(error));
}

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
  clRun *const state = ksn_allocate(1, sizeof *state);
  state->device = device;
  state->program = program;
  run->state->device = state;
  return 0;
}

static int limits(const ksn_run *run, int64_t *freeBytes, int64_t *bufferBytes, const char **name) {
  const ksn_cl_device *const device = stateOf(run)->device;
  *freeBytes = (int64_t)device->global_bytes;
  *bufferBytes = (int64_t)device->buffer_bytes;
  *name = device->name;
  return 0;
}

typedef struct transfer {
  const ksn_run *run;
  const ksn_field *field;
  int up;
  cl_int error; // of the first piece that failed
} transfer;

static void moveRectangle(transfer *t, const ksn_piece *piece) {
  const size_t size = ksn_size_of(t->field->type);
  const cl_command_queue queue = stateOf(t->run)->device->queue;
  const cl_mem buffer = t->field->mem;
  const size_t region[3] = {(size_t)piece->extent[0] * size, (size_t)piece->extent[1], (size_t)piece->extent[2]};
  const size_t start = (size_t)piece->offset * size;
  char *const host = (char *)t->field->home + start;
  if (t->error != CL_SUCCESS)
    return;
  t->run->state->moved = ksn_add(t->run->state->moved, (int64_t)(region[0] * region[1] * region[2]));
  if (region[1] == 1 && region[2] == 1) {
    t->error = t->up ? clEnqueueWriteBuffer(queue, buffer, CL_FALSE, start, region[0], host, 0, NULL, NULL)
                     : clEnqueueReadBuffer(queue, buffer, CL_FALSE, start, region[0], host, 0, NULL, NULL);
    return;
  }
  const size_t pitch = (size_t)piece->pitch[0] * size, slice = region[2] > 1 ? (size_t)piece->pitch[1] * size : 0;
  const size_t origin[3] = {start % pitch, slice ? start % slice / pitch : start / pitch, slice ? start / slice : 0};
  const size_t hostOrigin[3] = {0, 0, 0};
  t->error = t->up ? clEnqueueWriteBufferRect(queue, buffer, CL_FALSE, origin, hostOrigin, region, pitch, slice, pitch,
                                              slice, host, 0, NULL, NULL)
                   : clEnqueueReadBufferRect(queue, buffer, CL_FALSE, origin, hostOrigin, region, pitch, slice, pitch,
                                             slice, host, 0, NULL, NULL);
}

// All but the last plane, all but the last row of that, and that row: NVIDIA's driver wants a rectangle's last row and
// plane to lie in the buffer up to their full pitch, and ours may end with the last element in use.
static void movePiece(void *context, const ksn_piece *piece) {
  transfer *const t = context;
  ksn_piece rest = *piece;
  for (int axis = 2; axis > 0; axis--) {
    if (rest.extent[axis] == 1)
      continue;
    ksn_piece most = rest;
    most.extent[axis]--;
    moveRectangle(t, &most);
    rest.offset += most.extent[axis] * rest.pitch[axis - 1];
    rest.extent[axis] = 1;
  }
  moveRectangle(t, &rest);
}

// Elements that aren't neighbours: the whole span goes to the device, and comes back by way of a copy, since what lies
// between the elements isn't ours to write.
static cl_int moveSpan(const ksn_run *run, const ksn_field *field, int up) {
  const size_t size = ksn_size_of(field->type), start = (size_t)field->first * size;
  const size_t bytes = (size_t)(field->last - field->first + 1) * size;
  const cl_command_queue queue = stateOf(run)->device->queue;
  char *const home = (char *)field->home;
  run->state->moved = ksn_add(run->state->moved, (int64_t)bytes);
  if (up)
    return clEnqueueWriteBuffer(queue, field->mem, CL_FALSE, start, bytes, home + start, 0, NULL, NULL);
  char *const span = ksn_allocate(bytes, 1);
  const cl_int error = clEnqueueReadBuffer(queue, field->mem, CL_TRUE, start, bytes, span, 0, NULL, NULL);
  const char *from = span;
  for (ksn_rows rows = ksn_rows_of(field); error == CL_SUCCESS && ksn_next_row(&rows);)
    memcpy(home + (size_t)rows.offset * size, from + ((size_t)rows.offset * size - start), (size_t)rows.count * size);
  free(span);
  return error;
}

static cl_int move(const ksn_run *run, const ksn_field *field, int up) {
  if (field->last < field->first)
    return CL_SUCCESS;
  if (field->stride[0] != 1)
    return moveSpan(run, field, up);
  transfer t = {.run = run, .field = field, .up = up, .error = CL_SUCCESS};
  ksn_pieces_of(field, movePiece, &t);
  return t.error;
}

static int createBuffers(ksn_run *run, ksn_why *why) {
  const cl_context context = stateOf(run)->device->context;
  const int lends = run->state->lent != NULL;
  for (int f = 0; f < run->field_count; f++)
    if (!lends || !run->state->lent[f])
      run->fields[f].mem = NULL;
  for (int s = 0; s < run->spare_count; s++)
    run->spares[s].mem = NULL;
  stateOf(run)->owns_buffers = 1;
  for (int n = 0; n < run->field_count + run->spare_count; n++) {
    const int isField = n < run->field_count;
    if (isField && lends && run->state->lent[n])
      continue;
    ksn_field *const field = &run->fields[isField ? n : run->spares[n - run->field_count].like];
    cl_int error;
    const int64_t bytes = ksn_buffer_bytes(field);
    const cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, (size_t)bytes, NULL, &error);
    if (error != CL_SUCCESS)
      return ksn_because(why, "no buffer for %s (%s) on %s: error %d, %s", field->name, ksn_show_bytes(bytes).text,
                         stateOf(run)->device->name, (int)error, ksn_cl_error(error));
    *(isField ? &field->mem : &run->spares[n - run->field_count].mem) = buffer;
  }
  return 0;
}

static int load(ksn_run *run, ksn_why *why) {
  if (createBuffers(run, why))
    return -1;
  const cl_command_queue queue = stateOf(run)->device->queue;
  cl_int error = CL_SUCCESS;
  for (int f = 0; f < run->field_count && error == CL_SUCCESS; f++)
    if (!run->fields[f].hidden && !(run->state->lent && run->state->lent[f]))
      error = move(run, &run->fields[f], 1);
  const cl_int finished = clFinish(queue);
  if (error == CL_SUCCESS)
    error = finished;
  if (error != CL_SUCCESS)
    return ksn_because(why, "the arrays cannot be copied to %s: error %d, %s", stateOf(run)->device->name, (int)error,
                       ksn_cl_error(error));
  return 0;
}

static cl_kernel kernelOf(const ksn_run *run, const char *name) {
  const ksn_cl_program *const program = stateOf(run)->program;
  for (cl_uint k = 0; k < program->kernel_count; k++)
    if (!strcmp(program->names[k], name))
      return program->kernels[k];
  ksn_fail_region(run->info, "internal: no kernel %s", name);
}

static void launch(ksn_run *run, const char *name, const size_t *groups, const size_t *group, int argCount,
                   const ksn_arg *args) {
  const cl_kernel kernel = kernelOf(run, name);
  ksn_cl_device *const device = stateOf(run)->device;
  const size_t global[3] = {groups[0] * group[0], groups[1] * group[1], groups[2] * group[2]};
  ksn_lock(&device->launch);
  cl_int error = CL_SUCCESS;
  for (int n = 0; n < argCount && error == CL_SUCCESS; n++)
    error = clSetKernelArg(kernel, (cl_uint)n, args[n].size, args[n].value);
  if (error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device->queue, kernel, 3, NULL, global, group, 0, NULL, NULL);
  ksn_unlock(&device->launch);
  check(run, error, name);
}

// Waits for the batch before the last one: the device never runs dry, and neither memory nor progress run away.
static void pass(ksn_run *run) {
  clRun *const state = stateOf(run);
  if (++state->passes % kPassesInQueue)
    return;
  cl_event marker;
  check(run, clEnqueueMarkerWithWaitList(state->device->queue, 0, NULL, &marker), "clEnqueueMarkerWithWaitList");
  check(run, clFlush(state->device->queue), "clFlush");
  if (state->marker) {
    check(run, clWaitForEvents(1, &state->marker), "a kernel");
    check(run, clReleaseEvent(state->marker), "clReleaseEvent");
  }
  state->marker = marker;
}

static void fetch(ksn_run *run, int field) {
  check(run, move(run, &run->fields[field], 0), "copying a reduction's values back");
  check(run, clFinish(stateOf(run)->device->queue), "copying a reduction's values back");
}

static void waitForAll(ksn_run *run) { check(run, clFinish(stateOf(run)->device->queue), "a kernel"); }

static void store(ksn_run *run, int host) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].written && (host < 0 ? !ksn_keep_has(run, f) : host == (run->fields[f].host & 1)))
      check(run, move(run, &run->fields[f], 0), "copying the results back");
  check(run, clFinish(stateOf(run)->device->queue), "copying the results back");
}

static int same(const ksn_run *a, const ksn_run *b) { return stateOf(a)->device == stateOf(b)->device; }

static void adopt(ksn_run *run, const ksn_run *of) {
  clRun *const state = ksn_allocate(1, sizeof *state);
  state->device = stateOf(of)->device;
  state->owns_buffers = 1;
  run->state->device = state;
}

static void reload(ksn_run *run) {
  for (int f = 0; f < run->field_count; f++)
    if (run->fields[f].host & 2)
      check(run, move(run, &run->fields[f], 1), "copying what host code has written");
  check(run, clFinish(stateOf(run)->device->queue), "copying what host code has written");
}

// What cannot be released is lost; the results are home, or were never begun.
static void release(ksn_run *run) {
  clRun *const state = stateOf(run);
  if (!state)
    return;
  for (int f = 0; f < run->field_count && state->owns_buffers; f++)
    if (run->fields[f].mem)
      (void)clReleaseMemObject(run->fields[f].mem);
  for (int s = 0; s < run->spare_count && state->owns_buffers; s++)
    if (run->spares[s].mem)
      (void)clReleaseMemObject(run->spares[s].mem);
  if (state->marker)
    (void)clReleaseEvent(state->marker);
  free(state);
  run->state->device = NULL;
}

const ksn_device ksn_opencl_device = {.target = "opencl",
                                      .on_host = 0,
                                      .open = openRun,
                                      .limits = limits,
                                      .load = load,
                                      .launch = launch,
                                      .pass = pass,
                                      .fetch = fetch,
                                      .wait = waitForAll,
                                      .store = store,
                                      .same = same,
                                      .adopt = adopt,
                                      .reload = reload,
                                      .release = release};
