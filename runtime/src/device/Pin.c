// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked homes: the card reads and writes the user's arrays themselves, at the link's speed and while other work
// goes on. Several runs may have the same array, so each is counted. What can't be locked (another run has a part of
// it) is copied by the driver by way of memory of its own.
#include "device/Pin.h"
#include "base/Error.h"
#include "box/Field.h"
#include <stdlib.h>

typedef struct locked {
  void *start;
  size_t bytes;
  void *lock;
  int users;
  struct locked *next;
} locked;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static locked *all;

static void lock(const ksn_locker *locker, void *start, size_t bytes) {
  for (locked *l = all; l; l = l->next)
    if (l->start == start && l->bytes == bytes) {
      l->users++;
      return;
    }
  void *const made = locker->lock(start, bytes);
  if (!made)
    return;
  locked *const entry = ksn_allocate(1, sizeof *entry);
  *entry = (locked){.start = start, .bytes = bytes, .lock = made, .users = 1, .next = all};
  all = entry;
}

static void unlock(const ksn_locker *locker, void *start, size_t bytes) {
  for (locked **at = &all; *at; at = &(*at)->next) {
    locked *const entry = *at;
    if (entry->start != start || entry->bytes != bytes)
      continue;
    if (--entry->users)
      return;
    locker->unlock(entry->lock);
    *at = entry->next;
    free(entry);
    return;
  }
}

// Arrays that share a page are locked together.
typedef struct range {
  uintptr_t from, until;
} range;

static int byStart(const void *a, const void *b) {
  const uintptr_t left = ((const range *)a)->from, right = ((const range *)b)->from;
  return (left > right) - (left < right);
}

static int rangesOf(const ksn_run *run, range *ranges) {
  const uintptr_t page = 4096;
  int count = 0, last = 0;
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    if (!field->home || field->last < field->first || field->apart > 1) // which go by way of other memory
      continue;
    const ksn_bytes bytes = ksn_bytes_at_home(field);
    const uintptr_t from = (uintptr_t)bytes.from, until = (uintptr_t)bytes.end;
    ranges[count++] = (range){from / page * page, (until + page - 1) / page * page};
  }
  qsort(ranges, (size_t)count, sizeof *ranges, byStart);
  for (int n = 1; n < count; n++)
    if (ranges[n].from >= ranges[last].until)
      ranges[++last] = ranges[n];
    else if (ranges[n].until > ranges[last].until)
      ranges[last].until = ranges[n].until;
  return count ? last + 1 : 0;
}

void ksn_pin_homes(const ksn_run *run, const ksn_locker *locker, int on) {
  range *const ranges = ksn_allocate((size_t)run->field_count, sizeof *ranges);
  const int count = rangesOf(run, ranges);
  ksn_lock(&mutex);
  for (int n = 0; n < count; n++)
    (on ? lock : unlock)(locker, (void *)ranges[n].from, ranges[n].until - ranges[n].from);
  ksn_unlock(&mutex);
  free(ranges);
}
