// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which starts of kernels come again and again. In: every start of a run, in order. Out: whether a start may be held
// back, to be made later with others as one batch that is always the same. A device that can start a batch at less cost
// than its starts one by one (CudaQueue.c) asks here; nothing of a device is in here.
//
//   learning    starts are made as they come, and the last KSN_HISTORY of them are noted
//   following   a cycle is known (a swap of two buffers: 2 starts, three that rotate: 3). What comes as foretold is
//               held; when a batch, so many whole cycles, is held, the device starts it at once
//   astray      something else came. What was held is made one by one, and so is all else until a cycle has come by
//               whole again
//
// Only equal starts are held: kernel, grid, group, shared memory and every byte of the arguments. So a batch is what
// would have been started.
#ifndef KASANE_RT_REPEAT_H
#define KASANE_RT_REPEAT_H

#include "base/Base.h"

// A batch is long enough to make its own cost small in each of its starts, and short beside what lies between two host
// points.
enum { KSN_BATCH = 64, KSN_HISTORY = 2 * KSN_BATCH };

typedef struct ksn_start {
  const char *name; // for messages; not compared
  const void *kernel;
  unsigned grid[3], group[3];
  size_t shared;
  int arg_count;
  const ksn_arg *args;
} ksn_start;

typedef struct ksn_repeat ksn_repeat;
ksn_repeat *ksn_repeat_new(void);
void ksn_repeat_free(ksn_repeat *repeat); // NULL: nothing to free

typedef enum ksn_advice {
  KSN_MAKE,       // make it now
  KSN_HOLD,       // it is held
  KSN_BATCH_FULL, // it is held, and with it a batch: start that, and forget what is held
  KSN_MAKE_ALL,   // make those that are held, forget them, then make it
} ksn_advice;
// Copies what it has to keep of the start.
ksn_advice ksn_repeat_meet(ksn_repeat *repeat, const ksn_start *start);

int ksn_repeat_held(const ksn_repeat *repeat); // how many are held: they are the first so many of the batch
void ksn_repeat_forget_held(ksn_repeat *repeat);

// Is a batch worth its making, when so many starts have lately taken so long?
int ksn_repeat_pays(double seconds, int64_t starts);
// Looks for a cycle in what came last: 0, or of how many starts a batch of it is. Those that follow from now on are
// then held. Each time that something was learnt, twice as much must have come before more is.
int ksn_repeat_learn(ksn_repeat *repeat);
const ksn_start *ksn_repeat_of_batch(const ksn_repeat *repeat, int n);
void ksn_repeat_give_up(ksn_repeat *repeat); // nothing is held any more. Nothing may be held now

#endif
// Tests: tests/unit/runtime/RepeatTest.cpp
