// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "verify/Given.h"
#include "base/Call.h"
#include "base/Error.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct ksn_givens {
  ksn_given *all;
  size_t count, room, next; // next: those before it are of earlier steps than the original makes now
} ksn_givens;

static ksn_givens *givensOf(void **call) { return call[4]; }

void ksn_givens_discard(void **call) {
  if (givensOf(call))
    free(givensOf(call)->all);
  free(givensOf(call));
  call[4] = NULL;
}

void ksn_verify_gives(void **call, const char *name, long long whole, double real) {
  if (!ksn_verifying(call))
    return;
  if (!givensOf(call))
    call[4] = ksn_allocate(1, sizeof(ksn_givens));
  ksn_givens *const givens = givensOf(call);
  if (givens->count == givens->room) {
    const size_t room = 2 * givens->room + 64;
    ksn_given *const all = ksn_allocate(room, sizeof *all);
    if (givens->count)
      memcpy(all, givens->all, givens->count * sizeof *all);
    free(givens->all);
    givens->all = all;
    givens->room = room;
  }
  givens->all[givens->count++] = (ksn_given){ksn_suspended_steps(call), ksn_point_of(call), name, whole, real};
}

const ksn_given *ksn_givens_other(void **call, int point, const char *name, long long whole, double real) {
  ksn_givens *const givens = givensOf(call);
  if (!givens || !ksn_verify_first_round(call))
    return NULL;
  const int64_t step = ksn_verify_made(call);
  while (givens->next < givens->count && givens->all[givens->next].step < step)
    givens->next++;
  for (size_t k = givens->next; k < givens->count && givens->all[k].step == step; k++) {
    const ksn_given *const ours = &givens->all[k];
    if (ours->point == point && strcmp(ours->name, name) == 0 &&
        (ours->whole != whole || (memcmp(&ours->real, &real, sizeof real) != 0 && !(isnan(ours->real) && isnan(real)))))
      return ours;
  }
  return NULL;
}
