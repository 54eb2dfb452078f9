// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// malloc and its relatives as `kasane cc --distribute=mpi` links them (-Wl,--wrap=malloc,..): where there are several
// ranks, arrays may be larger than rank 0's memory, which never holds all of them. What malloc refuses is taken as
// pages that nobody has reserved memory for. Alone, or for less than a GiB, nothing changes.
#define _GNU_SOURCE // mremap
#include "base/Base.h"
#include "base/Error.h"
#include "ranks/Ranks.h"
#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t bytes);
void __real_free(void *memory);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t bytes);
void __wrap_free(void *memory);

typedef struct large {
  void *memory;
  size_t bytes;
  struct large *next;
} large;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static large *all;
static atomic_int count; // so that to free anything else costs nothing

static void *take(size_t bytes) {
  const size_t kLarge = (size_t)1 << 30;
  if (bytes < kLarge || ksn_rank_count() < 2)
    return NULL;
  large *const entry = __real_malloc(sizeof *entry);
  void *const memory =
      entry ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
            : MAP_FAILED;
  if (memory == MAP_FAILED) {
    __real_free(entry);
    errno = ENOMEM;
    return NULL;
  }
  ksn_lock(&mutex);
  *entry = (large){memory, bytes, all};
  all = entry;
  count++;
  ksn_unlock(&mutex);
  return memory;
}

// NULL: it is none of them.
static large *removeEntry(const void *memory) {
  if (!count || !memory)
    return NULL;
  ksn_lock(&mutex);
  large **at = &all;
  while (*at && (*at)->memory != memory)
    at = &(*at)->next;
  large *const found = *at;
  if (found) {
    *at = found->next;
    count--;
  }
  ksn_unlock(&mutex);
  return found;
}

void *__wrap_malloc(size_t bytes) {
  void *const memory = __real_malloc(bytes);
  return memory ? memory : take(bytes);
}

void *__wrap_calloc(size_t number, size_t size) {
  void *const memory = __real_calloc(number, size);
  return memory || (size && number > SIZE_MAX / size) ? memory : take(number * size);
}

void __wrap_free(void *memory) {
  large *const found = removeEntry(memory);
  if (found)
    (void)munmap(found->memory, found->bytes);
  __real_free(found ? (void *)found : memory);
}

// Pages move along, whether or not they hold anything.
static void *resize(large *entry, size_t bytes) {
  void *const memory = mremap(entry->memory, entry->bytes, bytes, MREMAP_MAYMOVE);
  const int failed = memory == MAP_FAILED;
  if (!failed) {
    entry->memory = memory;
    entry->bytes = bytes;
  }
  ksn_lock(&mutex);
  entry->next = all;
  all = entry;
  count++;
  ksn_unlock(&mutex);
  return failed ? NULL : memory;
}

void *__wrap_realloc(void *memory, size_t bytes) {
  large *const found = bytes ? removeEntry(memory) : NULL;
  if (found)
    return resize(found, bytes);
  if (!bytes && count) {
    __wrap_free(memory);
    return NULL;
  }
  void *const moved = __real_realloc(memory, bytes);
  void *const taken = moved || !bytes ? NULL : take(bytes);
  if (taken && memory) {
    const size_t before = malloc_usable_size(memory);
    memcpy(taken, memory, before < bytes ? before : bytes);
    __real_free(memory);
  }
  return moved ? moved : taken;
}
