// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "beside/Guard.h"
#include "base/Error.h"
#include "box/Field.h"
#include "notes/Notes.h"
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

// Of a field with planes: pages, and how they are guarded. Of one without: what it held.
typedef struct zone {
  ksn_field field; // generated code, which has the run's, is left during the call
  char *from, *end;
  int protection;
  char *copy; // of a field without planes
} zone;

struct ksn_guard {
  ksn_span sure;
  int axis, count;
  zone *zones;
  char *volatile touched;
  volatile sig_atomic_t is_set;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER; // one guard at a time: signals are the process's
static ksn_guard *current;
static struct sigaction former;

static void allow(const ksn_guard *guard) {
  for (int z = 0; z < guard->count; z++)
    if (!guard->zones[z].copy && guard->zones[z].from < guard->zones[z].end)
      (void)mprotect(guard->zones[z].from, (size_t)(guard->zones[z].end - guard->zones[z].from),
                     PROT_READ | PROT_WRITE);
}

static int isGuarded(const ksn_guard *guard, const char *place) {
  for (int z = 0; z < guard->count; z++)
    if (!guard->zones[z].copy && guard->zones[z].from <= place && place < guard->zones[z].end)
      return 1;
  return 0;
}

// Several threads may meet the guard at once. Whoever comes late tries again what is allowed by then.
static void meet(int number, siginfo_t *info, void *context) {
  ksn_guard *const guard = current;
  char *const place = info->si_addr;
  if (guard && isGuarded(guard, place)) {
    if (guard->is_set)
      guard->touched = place;
    guard->is_set = 0;
    allow(guard);
  } else if (former.sa_flags & SA_SIGINFO) {
    former.sa_sigaction(number, info, context);
  } else if (former.sa_handler == SIG_DFL || former.sa_handler == SIG_IGN) {
    (void)sigaction(number, &former, NULL); // it comes again, and does what it would have done
  } else {
    former.sa_handler(number);
  }
}

static int64_t sizeOf(const ksn_field *field) { return (int64_t)ksn_size_of(field->type); }

static int hasPlanes(const ksn_field *field, int axis) { return field->stride[axis] != 0; }

static int64_t planeOf(const ksn_field *field, int axis, const char *place) {
  const int64_t element = (place - (const char *)field->home) / sizeOf(field);
  return ksn_floor_div(element - ksn_first_in_plane(field, axis), field->stride[axis]);
}

// The pages that lie in these planes as a whole, and into `sure` the planes that lie in these pages.
static zone zoneOf(const ksn_field *field, int axis, ksn_span planes, ksn_span *sure) {
  const int64_t page = sysconf(_SC_PAGESIZE), plane = field->stride[axis] * sizeOf(field);
  char *const first = (char *)field->home + ksn_first_in_plane(field, axis) * sizeOf(field);
  char *const from = first + planes.from * plane, *const end = first + planes.end * plane;
  const int64_t before = (page - (int64_t)((uintptr_t)from % (uintptr_t)page)) % page;
  const int64_t behind = (int64_t)((uintptr_t)end % (uintptr_t)page);
  sure->from = ksn_max(sure->from, planes.from + (before + plane - 1) / plane);
  sure->end = ksn_min(sure->end, planes.end - (behind + plane - 1) / plane);
  return (zone){*field, from + before, end - behind, field->written ? PROT_NONE : PROT_READ, NULL};
}

static zone copyOf(const ksn_field *field) {
  char *const from = (char *)field->home + field->first * sizeOf(field);
  zone out = {*field, from, from + (field->last - field->first + 1) * sizeOf(field), 0, NULL};
  out.copy = ksn_allocate((size_t)(out.end - out.from), 1);
  memcpy(out.copy, out.from, (size_t)(out.end - out.from));
  return out;
}

static void findZones(const ksn_run *run, ksn_guard *guard, ksn_span planes) {
  guard->sure = planes;
  for (int written = 0; written < 2; written++) // components of one array share pages: the last one counts
    for (int f = 0; f < run->field_count; f++) {
      const ksn_field *const field = &run->fields[f];
      if (field->hidden || ksn_is_empty(field) || !field->home || !field->written != !written)
        continue;
      guard->zones[guard->count++] =
          hasPlanes(field, guard->axis) ? zoneOf(field, guard->axis, planes, &guard->sure) : copyOf(field);
    }
}

static void discard(ksn_guard *guard) {
  for (int z = 0; z < guard->count; z++)
    free(guard->zones[z].copy);
  free(guard->zones);
  free(guard);
}

static int forbid(const ksn_guard *guard) {
  for (int z = 0; z < guard->count; z++) {
    const zone *const one = &guard->zones[z];
    if (!one->copy && one->from < one->end && mprotect(one->from, (size_t)(one->end - one->from), one->protection))
      return -1;
  }
  return 0;
}

ksn_guard *ksn_guard_set(const ksn_run *run, int axis, ksn_span planes) {
  if (pthread_mutex_trylock(&mutex))
    return NULL;
  ksn_guard *const guard = ksn_allocate(1, sizeof *guard);
  guard->axis = axis;
  guard->zones = ksn_allocate((size_t)run->field_count, sizeof *guard->zones);
  findZones(run, guard, planes);
  struct sigaction ours = {.sa_flags = SA_SIGINFO | SA_NODEFER};
  ours.sa_sigaction = meet;
  if (!ksn_is_none(guard->sure) && !sigaction(SIGSEGV, &ours, &former)) {
    current = guard;
    guard->is_set = 1;
    if (!forbid(guard))
      return guard;
    allow(guard);
    current = NULL;
    (void)sigaction(SIGSEGV, &former, NULL);
  }
  discard(guard);
  ksn_unlock(&mutex);
  return NULL;
}

ksn_span ksn_guarded(const ksn_guard *guard) { return guard->sure; }

const char *ksn_guard_lift(ksn_guard *guard, int64_t *plane) {
  allow(guard);
  current = NULL;
  (void)sigaction(SIGSEGV, &former, NULL);
  const ksn_field *found = NULL;
  for (int z = 0; z < guard->count && !found; z++) {
    const zone *const one = &guard->zones[z];
    if (one->copy ? memcmp(one->copy, one->from, (size_t)(one->end - one->from)) != 0
                  : guard->touched && one->from <= guard->touched && guard->touched < one->end)
      found = &one->field;
  }
  const char *const name = found ? found->name : NULL;
  *plane = found && hasPlanes(found, guard->axis) ? planeOf(found, guard->axis, guard->touched) : -1;
  discard(guard);
  ksn_unlock(&mutex);
  return name;
}
