// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "notes/Notes.h"
#include "base/Error.h"
#include "device/Device.h"
#include <stdlib.h>
#include <string.h>

static const ksn_window *windowOf(const ksn_run *run, const char *kernel) {
  for (int k = 0; k < run->info->window_count; k++)
    if (!strcmp(run->info->windows[k].kernel, kernel))
      return &run->info->windows[k];
  ksn_fail_region(run->info, "internal: no window of kernel %s", kernel);
}

void ksn_note_launch(const ksn_run *run, ksn_launched *note, const char *kernel, const size_t *groups,
                     const size_t *group, int argCount, const ksn_arg *args) {
  const ksn_window *const window = windowOf(run, kernel);
  size_t bytes = 0;
  for (int n = 0; n < argCount; n++)
    bytes += (args[n].size + 7) / 8 * 8;
  note->window = window;
  memcpy(note->groups, groups, sizeof note->groups);
  memcpy(note->group, group, sizeof note->group);
  note->args = ksn_allocate((size_t)argCount * sizeof *args + bytes, 1);
  note->mems = ksn_allocate((size_t)window->count + 1, sizeof *note->mems);
  char *value = (char *)(note->args + argCount);
  for (int n = 0; n < argCount; n++) {
    memcpy(value, args[n].value, args[n].size);
    note->args[n] = (ksn_arg){args[n].size, value};
    if (n < window->count)
      memcpy(&note->mems[n], value, sizeof(void *));
    value += (args[n].size + 7) / 8 * 8;
  }
  note->arg_count = argCount;
  memcpy(&note->lo, note->args[window->from].value, sizeof note->lo);
  memcpy(&note->hi, note->args[window->from + 1].value, sizeof note->hi);
  if (window->side_tile) {
    memcpy(&note->side_lo, note->args[window->side_from].value, sizeof note->side_lo);
    memcpy(&note->side_hi, note->args[window->side_from + 1].value, sizeof note->side_hi);
  }
}

void ksn_forget_launch(ksn_launched *note) {
  free(note->args);
  free(note->mems);
}

const char *ksn_kernel_for(const ksn_window *window, int64_t planes) {
  if (window->brief && planes <= window->brief_planes)
    return window->brief;
  return window->endless ? window->endless : window->kernel;
}

void ksn_start_planes(ksn_run *run, const ksn_device *device, int lane, const ksn_launched *note, int64_t from,
                      int64_t until, const ksn_view *views, const ksn_rows_needed *rows) {
  const ksn_window *const window = note->window;
  enum { kMostBuffers = 1024 };
  void *values[kMostBuffers];
  if (window->count > kMostBuffers)
    ksn_fail_region(run->info, "internal: a launch of %d buffers", window->count);
  ksn_arg *const args = ksn_allocate((size_t)note->arg_count, sizeof *args);
  memcpy(args, note->args, (size_t)note->arg_count * sizeof *args);
  for (int b = 0; b < window->count; b++) {
    const ksn_view *const view = &views[b];
    values[b] = window->shift ? view->block : (char *)view->block - view->shift * view->size;
    args[b].value = &values[b];
    if (window->shift)
      args[window->shift + b].value = &view->shift;
  }
  args[window->from].value = &from;
  args[window->from + 1].value = &until;
  size_t groups[3];
  memcpy(groups, note->groups, sizeof groups);
  groups[window->dimension] = ksn_groups(until - from, window->tile);
  if (rows) {
    args[window->side_from].value = &rows->from;
    args[window->side_from + 1].value = &rows->end;
    groups[window->side_dimension] = ksn_groups(rows->end - rows->from, window->side_tile);
  }
  device->launch(run, lane, ksn_kernel_for(window, until - from), groups, note->group, note->arg_count, args);
  free(args);
}

int ksn_has_planes(const ksn_field *field, int axis, ksn_why *why) {
  int64_t span = 0;
  for (int a = 0; a < axis; a++) {
    span += (field->hi[a] - field->lo[a] - 1) * field->stride[a];
    if (field->stride[a] < 0)
      return ksn_because(why, "%s runs backwards in memory", field->name);
  }
  if (field->stride[axis] == 0)
    return field->written || field->hidden ? ksn_because(why, "%s is written by all planes", field->name) : 0;
  const int isRow = field->stride[0] == 1 || (field->stride[0] == 0 && field->hi[0] - field->lo[0] == 1);
  if (field->row || !isRow || span >= field->stride[axis])
    return ksn_because(why, "the planes of %s don't lie one behind the other in memory", field->name);
  return 0;
}

int64_t ksn_first_in_plane(const ksn_field *field, int axis) {
  int64_t first = 0;
  for (int a = 0; a < axis; a++)
    first += field->lo[a] * field->stride[a];
  return first;
}

int ksn_closes_to_ring(const ksn_run *run) {
  int count = 0;
  for (int k = 0; k < run->info->window_count; k++)
    count += run->info->windows[k].endless != NULL;
  if (count && count < run->info->window_count)
    ksn_fail_region(run->info, "internal: some kernels see a ring, and others don't");
  return count > 0;
}

void ksn_stand_before(ksn_run *run, ksn_device *face, const ksn_device *functions) {
  *face = *functions;
  face->target = run->device->target;
  face->buffers = run->device->buffers;
  run->device = face;
}
