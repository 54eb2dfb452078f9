// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "device/Repeat.h"
#include "base/Error.h"
#include <stdlib.h>
#include <string.h>

// A start with arguments of its own; the list and the values share one block, which is kept for the next start.
typedef struct slot {
  ksn_start start;
  void *block;
  size_t room; // of the block
} slot;

struct ksn_repeat {
  slot history[KSN_HISTORY]; // a ring
  int64_t noted;             // since the last start that wasn't made as it came
  int64_t enough;            // of them, before something is learnt
  slot cycle[KSN_BATCH];
  int period; // starts in the cycle, 0: none is known
  int batch;  // starts in a batch, a multiple of the period
  int held;
  int is_following;
  int at, came; // astray: where in the cycle, and how many came as foretold up to there
  int is_off;
};

ksn_repeat *ksn_repeat_new(void) {
  ksn_repeat *const repeat = ksn_allocate(1, sizeof *repeat);
  repeat->enough = KSN_HISTORY;
  return repeat;
}

void ksn_repeat_free(ksn_repeat *repeat) {
  if (!repeat)
    return;
  for (int n = 0; n < KSN_HISTORY; n++)
    free(repeat->history[n].block);
  for (int n = 0; n < KSN_BATCH; n++)
    free(repeat->cycle[n].block);
  free(repeat);
}

static size_t roomFor(size_t bytes) { return (bytes + 15) / 16 * 16; } // any value is aligned

static void fill(slot *to, const ksn_start *from) {
  const size_t list = roomFor((size_t)from->arg_count * sizeof(ksn_arg));
  size_t needed = list;
  for (int n = 0; n < from->arg_count; n++)
    needed += roomFor(from->args[n].size);
  if (needed > to->room) {
    free(to->block);
    to->block = ksn_allocate(needed, 1);
    to->room = needed;
  }
  ksn_arg *const args = to->block;
  char *value = (char *)to->block + list;
  for (int n = 0; n < from->arg_count; n++) {
    memcpy(value, from->args[n].value, from->args[n].size);
    args[n] = (ksn_arg){.size = from->args[n].size, .value = value};
    value += roomFor(from->args[n].size);
  }
  to->start = *from;
  to->start.args = args;
}

static int isSameValue(const ksn_arg *a, const ksn_arg *b) {
  uint64_t x, y; // of most sizes, without a call
  if (a->size != b->size)
    return 0;
  if (a->size != sizeof x)
    return !memcmp(a->value, b->value, a->size);
  memcpy(&x, a->value, sizeof x);
  memcpy(&y, b->value, sizeof y);
  return x == y;
}

static int isSame(const ksn_start *a, const ksn_start *b) {
  if (a->kernel != b->kernel || a->shared != b->shared || a->arg_count != b->arg_count)
    return 0;
  for (int axis = 0; axis < 3; axis++)
    if (a->grid[axis] != b->grid[axis] || a->group[axis] != b->group[axis])
      return 0;
  for (int n = 0; n < a->arg_count; n++)
    if (!isSameValue(&a->args[n], &b->args[n]))
      return 0;
  return 1;
}

static const ksn_start *foretold(const ksn_repeat *repeat, int n) { return &repeat->cycle[n % repeat->period].start; }

// A cycle may hold a start twice: of the places at which it fits, one is wrong, which the next start shows.
static void findPlace(ksn_repeat *repeat, const ksn_start *start) {
  if (repeat->came && isSame(foretold(repeat, repeat->at), start)) {
    repeat->came++;
    repeat->at = (repeat->at + 1) % repeat->period;
    return;
  }
  repeat->came = 0;
  for (int n = 0; n < repeat->period && !repeat->came; n++)
    if (isSame(foretold(repeat, n), start)) {
      repeat->came = 1;
      repeat->at = (n + 1) % repeat->period;
    }
}

static void note(ksn_repeat *repeat, const ksn_start *start) {
  fill(&repeat->history[repeat->noted % KSN_HISTORY], start);
  repeat->noted++;
}

ksn_advice ksn_repeat_meet(ksn_repeat *repeat, const ksn_start *start) {
  if (repeat->is_off)
    return KSN_MAKE;
  if (repeat->is_following && isSame(foretold(repeat, repeat->held), start)) {
    repeat->held++;
    return repeat->held == repeat->batch ? KSN_BATCH_FULL : KSN_HOLD;
  }
  const int wasFollowing = repeat->is_following;
  if (wasFollowing) {
    repeat->is_following = 0;
    repeat->noted = 0;
    repeat->came = 0;
  }
  note(repeat, start);
  if (repeat->period)
    findPlace(repeat, start);
  // From the beginning of a cycle, since that is where a batch begins.
  if (!wasFollowing && repeat->period && repeat->at == 0 && repeat->came >= repeat->period)
    repeat->is_following = 1;
  return wasFollowing && repeat->held ? KSN_MAKE_ALL : KSN_MAKE;
}

int ksn_repeat_held(const ksn_repeat *repeat) { return repeat->held; }

// In the middle of a cycle the run stays in it, but no batch can begin there.
void ksn_repeat_forget_held(ksn_repeat *repeat) {
  if (repeat->is_following && repeat->held % repeat->period) {
    repeat->is_following = 0;
    repeat->noted = 0;
    repeat->at = repeat->held % repeat->period;
    repeat->came = repeat->period;
  }
  repeat->held = 0;
}

int ksn_repeat_pays(double seconds, int64_t starts) {
  const double kShort = 20e-6; // a start costs some 2 us more alone than in a batch
  return starts > 0 && seconds < kShort * (double)starts;
}

static const ksn_start *ago(const ksn_repeat *repeat, int64_t n) {
  return &repeat->history[(repeat->noted - 1 - n) % KSN_HISTORY].start;
}

static int comesAgain(const ksn_repeat *repeat, int period) {
  for (int n = 0; n + period < KSN_HISTORY; n++)
    if (!isSame(ago(repeat, n), ago(repeat, n + period)))
      return 0;
  return 1;
}

int ksn_repeat_learn(ksn_repeat *repeat) {
  if (repeat->is_off || repeat->is_following || repeat->noted < repeat->enough)
    return 0;
  int period = 1;
  while (period <= KSN_BATCH && !comesAgain(repeat, period))
    period++;
  if (period > KSN_BATCH)
    return 0;
  for (int n = 0; n < period; n++)
    fill(&repeat->cycle[n], ago(repeat, period - 1 - n));
  repeat->period = period;
  repeat->batch = KSN_BATCH / period * period;
  repeat->is_following = 1;
  repeat->enough *= 2;
  return repeat->batch;
}

const ksn_start *ksn_repeat_of_batch(const ksn_repeat *repeat, int n) { return foretold(repeat, n); }

void ksn_repeat_give_up(ksn_repeat *repeat) {
  repeat->is_off = 1;
  repeat->is_following = 0;
}
