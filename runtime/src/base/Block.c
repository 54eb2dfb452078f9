// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define _DEFAULT_SOURCE // madvise
#include "base/Block.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { kMostKept = 16 };
static const size_t kPage = 4096, kHugePage = (size_t)2 << 20;
static const size_t kWorthKeeping = (size_t)256 << 10; // smaller ones malloc keeps itself
static const int64_t kMemoryPerKept = 4;               // of the machine, one part in so many

static struct {
  pthread_mutex_t mutex;
  ksn_block blocks[kMostKept]; // the one that was given back first comes first
  int count;
} kept = {.mutex = PTHREAD_MUTEX_INITIALIZER};

static ksn_block removeAt(int index) {
  const ksn_block block = kept.blocks[index];
  kept.count--;
  for (int b = index; b < kept.count; b++)
    kept.blocks[b] = kept.blocks[b + 1];
  return block;
}

static int64_t sum(void) {
  int64_t bytes = 0;
  for (int b = 0; b < kept.count; b++)
    bytes = ksn_add(bytes, (int64_t)kept.blocks[b].bytes);
  return bytes;
}

// The smallest that is large enough, and not twice as large.
static int findKept(size_t bytes, ksn_block *block) {
  int best = -1;
  ksn_lock(&kept.mutex);
  for (int b = 0; b < kept.count; b++)
    if (kept.blocks[b].bytes >= bytes && kept.blocks[b].bytes / 2 < bytes &&
        (best < 0 || kept.blocks[b].bytes < kept.blocks[best].bytes))
      best = b;
  if (best >= 0)
    *block = removeAt(best);
  ksn_unlock(&kept.mutex);
  return best >= 0;
}

static void freeAll(void) {
  ksn_lock(&kept.mutex);
  while (kept.count)
    free(removeAt(0).memory);
  ksn_unlock(&kept.mutex);
}

int ksn_take_block(size_t bytes, ksn_block *block) {
  const size_t unit = bytes >= 2 * kHugePage ? kHugePage : bytes > kPage ? kPage : 64;
  block->bytes = bytes;
  if (bytes >= kWorthKeeping && findKept(bytes, block))
    return 0;
  if (!posix_memalign(&block->memory, unit, bytes))
    return 0;
  freeAll();
  if (!posix_memalign(&block->memory, unit, bytes))
    return 0;
  block->memory = NULL;
  return -1;
}

// Of memory for which the system has better uses the next region finds new pages.
static void offer(const ksn_block *block) {
#ifdef MADV_FREE
  const size_t before = (kPage - (uintptr_t)block->memory % kPage) % kPage;
  if (block->bytes > before)
    (void)madvise((char *)block->memory + before, (block->bytes - before) / kPage * kPage, MADV_FREE);
#else
  (void)block;
#endif
}

static int64_t mostKept(void) {
  return ksn_times((int64_t)sysconf(_SC_PHYS_PAGES), (int64_t)sysconf(_SC_PAGESIZE)) / kMemoryPerKept;
}

void ksn_give_block(ksn_block *block) {
  if (!block->memory || block->bytes < kWorthKeeping || (int64_t)block->bytes > mostKept()) {
    free(block->memory);
  } else {
    offer(block);
    ksn_lock(&kept.mutex);
    while (kept.count && (kept.count == kMostKept || sum() + (int64_t)block->bytes > mostKept()))
      free(removeAt(0).memory);
    kept.blocks[kept.count++] = *block;
    ksn_unlock(&kept.mutex);
  }
  *block = (ksn_block){NULL, 0};
}

int64_t ksn_kept_blocks(void) {
  ksn_lock(&kept.mutex);
  const int64_t bytes = sum();
  ksn_unlock(&kept.mutex);
  return bytes;
}

int64_t ksn_ask_for_huge_pages(void *memory, int64_t bytes, int now) {
#ifdef MADV_HUGEPAGE
  const uintptr_t first = ((uintptr_t)memory + kHugePage - 1) / kHugePage * kHugePage;
  const uintptr_t behind = ((uintptr_t)memory + (uintptr_t)bytes) / kHugePage * kHugePage;
  if (bytes <= 0 || behind <= first || madvise((void *)first, behind - first, MADV_HUGEPAGE))
    return 0;
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25 // of Linux 6.1
#endif
  if (now)
    (void)madvise((void *)first, behind - first, MADV_COLLAPSE); // older systems do it in their own time
  return (int64_t)(behind - first);
#else
  (void)memory;
  (void)bytes;
  (void)now;
  return 0;
#endif
}
