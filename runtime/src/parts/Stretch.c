// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "parts/Stretch.h"
#include "base/Block.h"
#include "base/Bytes.h"
#include "base/Error.h"
#include "device/Buffers.h"
#include "device/Pin.h"

// To lock pages takes long, so they stay for the next region of the same device. One thread runs regions on ranks.
typedef struct stretch {
  ksn_block block;
  const ksn_locker *locker; // NULL: it isn't locked
  void *lock;
} stretch;

static stretch stretches[2];
static int turn;

static void giveUp(stretch *of) {
  if (of->lock)
    of->locker->unlock(of->lock);
  ksn_give_block(&of->block);
  *of = (stretch){.lock = NULL};
}

static char *roomIn(const ksn_run *run, stretch *of, int64_t bytes) {
  const int64_t kPage = 4096;
  const ksn_locker *const locker = ksn_locker_of(run);
  if (of->block.memory && of->locker == locker && (int64_t)of->block.bytes >= bytes)
    return of->block.memory;
  giveUp(of);
  const int64_t all = (bytes / kPage + 2) * kPage; // whole pages of its own
  if (ksn_take_block((size_t)all, &of->block))
    ksn_fail_region(run->info, "no memory for the %s that go over the network at a time", ksn_show_bytes(all).text);
  of->locker = locker;
  of->lock = locker ? locker->lock(of->block.memory, of->block.bytes) : NULL;
  return of->block.memory;
}

char *ksn_stretch(const ksn_run *run, int64_t bytes) {
  turn = !turn;
  return roomIn(run, &stretches[turn], bytes);
}
