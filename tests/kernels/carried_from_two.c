// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two scalars that hand old values on, in a loop that begins at 2, upwards and downwards; they are read behind it. The
// array's length is a small number in one run, and no width of ghosts.
// READING
// RANK: 1
// SWEEP-ONLY
// RUN-ARGS: 37 @
// RUN-ARGS: 6 @
// REGION: @
// REGION: @
#include "dump.h"

static double upwards(double *u, int n, int steps) {
  double prev, cur, pp, last = -1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    prev = u[0];
    pp = u[1];
    for (int i = 2; i < n - 1; i++) {
      cur = u[i];
      u[i] = 0.2 * prev + 0.3 * pp + 0.4 * u[i + 1];
      prev = pp;
      pp = cur;
    }
    last = prev + pp;
  }
  return last;
}

static double downwards(double *u, int n, int steps) {
  double next, last = -1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    next = u[n - 1];
    for (int i = n - 2; i >= 2; i--) {
      const double cur = u[i];
      u[i] = 0.3 * next + 0.4 * u[i - 1];
      next = cur;
    }
    last = next;
  }
  return last;
}

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7);
  double *u = array(n, sizeof *u), lasts[2];
  fill_double(u, n, 1);
  lasts[0] = upwards(u, n, steps);
  lasts[1] = downwards(u, n, steps);
  dump("u", u, sizeof *u, n);
  dump("lasts", lasts, sizeof *lasts, 2);
  return 0;
}
