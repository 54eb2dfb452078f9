// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Page-locked homes: the card reads and writes the user's arrays themselves, at the link's speed and while other work goes on.
// Several runs may have the same array, so each is counted. What can't be locked (it is already, or shares a page with what is) is
// copied by the driver by way of memory of its own.
#include "Cuda.h"
#include <stdlib.h>

typedef struct locked {
  void *start;
  size_t bytes;
  int users;
  struct locked *next;
} locked;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static locked *all;

static void lock(void *start, size_t bytes) {
  for (locked *l = all; l; l = l->next)
    if (l->start == start && l->bytes == bytes) {
      l->users++;
      return;
    }
  if (cudaHostRegister(start, bytes, cudaHostRegisterDefault) != cudaSuccess) {
    (void)cudaGetLastError(); // it is not for the next call to tell
    return;
  }
  locked *const entry = ksn_allocate(1, sizeof *entry);
  *entry = (locked){.start = start, .bytes = bytes, .users = 1, .next = all};
  all = entry;
}

static void unlock(void *start, size_t bytes) {
  for (locked **at = &all; *at; at = &(*at)->next) {
    locked *const entry = *at;
    if (entry->start != start || entry->bytes != bytes)
      continue;
    if (--entry->users)
      return;
    if (cudaHostUnregister(start) != cudaSuccess)
      (void)cudaGetLastError();
    *at = entry->next;
    free(entry);
    return;
  }
}

void ksn_cuda_pin(const ksn_run *run, int on) {
  ksn_lock(&mutex);
  for (int f = 0; f < run->field_count; f++) {
    const ksn_field *const field = &run->fields[f];
    const int64_t size = (int64_t)ksn_size_of(field->type);
    if (!field->home || field->last < field->first)
      continue;
    (on ? lock : unlock)((char *)field->home + field->first * size, (size_t)((field->last - field->first + 1) * size));
  }
  ksn_unlock(&mutex);
}
