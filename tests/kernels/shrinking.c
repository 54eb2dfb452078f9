// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that end at the time loop's variable, which falls, as in trees of prices: two arrays, and in place.
// Or at a sum with it, as in schemes that take one point less in each step.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 3 @
// TINY-ARGS: 1 @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)n + steps + 1;
  double *v = array(size, sizeof *v), *w = array(size, sizeof *w), *u = array(size, sizeof *u);
  fill_double(v, size, 3);
  fill_double(w, size, 4);
  fill_double(u, size, 5);
#pragma stencil
  for (int t = n + steps - 1; t >= n; t--) {
    for (int i = 0; i <= t; i++) {
      double hold = 0.99 * (0.48 * v[i] + 0.52 * v[i + 1]), now = 0.25 * i - 0.5 * t;
      w[i] = hold > now ? hold : now;
    }
    for (int i = 0; i <= t; i++)
      v[i] = w[i];
    for (int i = 0; i < t; i++)
      u[i] = 0.5 * (u[i] + u[i + 1]);
  }
#pragma stencil
  for (int k = 1; k <= steps; k++) {
    for (int i = k - 1; i < n + steps - k; i++)
      w[i] = 0.5 * v[i] + 0.25 * u[i + 1];
    for (int i = 0; i <= n - (k - steps) - 2; i++)
      v[i] = 0.4 * w[i] + 0.6 * w[i + 1];
  }
  dump("w", w, sizeof *w, size);
  dump("v", v, sizeof *v, size);
  dump("u", u, sizeof *u, size);
  return 0;
}
