// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _DEFAULT_SOURCE // madvise
#include "run/Shown.h"
#include "base/Error.h"
#include "box/Field.h"
#include "notes/Notes.h"
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static ksn_shown *statements;

// ---- Which planes

// Planes count along the last axis that the field has.
static int slowestOf(const ksn_field *field) {
  int axis = 2;
  while (axis > 0 && (field->stride[axis] == 0 || field->hi[axis] - field->lo[axis] == 1))
    axis--;
  return axis;
}

// Of the elements of a plane, less the plane's place.
static ksn_span withinPlane(const ksn_field *field, int axis) {
  ksn_span out = {0, 1};
  for (int a = 0; a < 3; a++) {
    const int64_t lo = field->lo[a] * field->stride[a], hi = (field->hi[a] - 1) * field->stride[a];
    if (a == axis)
      continue;
    out.from += ksn_min(lo, hi);
    out.end += ksn_max(lo, hi);
  }
  return out;
}

static int reaches(const ksn_shown *shown, const ksn_field *field) {
  const ksn_bytes bytes = ksn_bytes_at_home(field);
  if (ksn_is_empty(field) || shown->from == shown->end)
    return 0;
  return shown->end ? bytes.from < shown->end && shown->from < bytes.end : field->home == shown->from;
}

ksn_span ksn_planes_in(const ksn_shown *shown, const ksn_field *field) {
  const int axis = slowestOf(field);
  const ksn_span all = {field->lo[axis], field->hi[axis]}, none = {0, 0};
  if (!reaches(shown, field))
    return none;
  const int64_t stride = field->stride[axis], step = ksn_step_at_home(field);
  if (!shown->end || stride <= 0)
    return all;
  const ksn_span within = withinPlane(field, axis);
  const int64_t from = ksn_floor_div(shown->from - (const char *)field->home, step);
  const int64_t end = ksn_floor_div(shown->end - (const char *)field->home + step - 1, step);
  return ksn_common(
      all, (ksn_span){ksn_floor_div(from - within.end, stride) + 1, ksn_floor_div(end - 1 - within.from, stride) + 1});
}

ksn_field ksn_planes_of(const ksn_field *field, int64_t from, int64_t end) {
  ksn_field box = *field;
  const int axis = slowestOf(field);
  box.lo[axis] = from;
  box.hi[axis] = end;
  if (field->stride[axis] > 0) {
    const ksn_span within = withinPlane(field, axis);
    box.first = ksn_max(field->first, from * field->stride[axis] + within.from);
    box.last = ksn_min(field->last, (end - 1) * field->stride[axis] + within.end - 1);
  }
  return box;
}

void ksn_leave_home(const ksn_field *field, ksn_span planes) {
  const ksn_field box = ksn_planes_of(field, planes.from, planes.end);
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), size = ksn_size_of(box.type);
  if (field->apart > 1 || ksn_elements(&box) != box.last - box.first + 1) // what lies between is somebody's
    return;
  const uintptr_t from = (uintptr_t)box.home + (uintptr_t)box.first * size;
  const uintptr_t end = (uintptr_t)box.home + (uintptr_t)(box.last + 1) * size;
  const uintptr_t first = (from + page - 1) / page * page, behind = end / page * page;
  if (first < behind)
    (void)madvise((void *)first, behind - first, MADV_DONTNEED); // where it can't be done, they stay
}

// ---- While a statement looks at them

int ksn_is_at_home(const ksn_field *field) {
  int is = 0;
  ksn_lock(&mutex);
  for (const ksn_shown *shown = statements; shown && !is; shown = shown->next)
    is = reaches(shown, field);
  ksn_unlock(&mutex);
  return is;
}

void ksn_each_written(const ksn_field *field, void (*visit)(void *context, ksn_span planes), void *context) {
  ksn_lock(&mutex);
  for (const ksn_shown *shown = statements; shown; shown = shown->next)
    if (shown->writes && reaches(shown, field))
      visit(context, ksn_planes_in(shown, field));
  ksn_unlock(&mutex);
}

void ksn_show(ksn_shown *shown) {
  ksn_lock(&mutex);
  shown->next = statements;
  statements = shown;
  ksn_unlock(&mutex);
}

void ksn_show_no_more(ksn_shown *shown) {
  ksn_lock(&mutex);
  ksn_shown **at = &statements;
  while (*at != shown)
    at = &(*at)->next;
  *at = shown->next;
  ksn_unlock(&mutex);
}
