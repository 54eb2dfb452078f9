// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Around a time loop with directives: a line of seconds on stderr.
#pragma once

#include <stdio.h>
#include <time.h>

static struct timespec timingBegan;

static inline void timing_begins(void) { timespec_get(&timingBegan, TIME_UTC); }

static inline void timing_ends(void) {
  struct timespec now;
  timespec_get(&now, TIME_UTC);
  fprintf(stderr, "seconds %.9f\n", (double)(now.tv_sec - timingBegan.tv_sec) + 1e-9 * (double)(now.tv_nsec - timingBegan.tv_nsec));
}
