// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that end at the time loop's variable, which rises by more than one, or whose loop a test ends: the
// last step that there may be says how far they go.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 7 @
// REGION: @
// REGION: 6
// REGION: @
#include "dump.h"
#include <math.h>

#define MOST 64

static double f[MOST], g[MOST];

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)n + 3 * steps + 1;
  double *v = array(size, sizeof *v), *w = array(size, sizeof *w);
  fill_double(v, size, 3);
  fill_double(w, size, 4);
  fill_double(f, MOST, 5);
#pragma stencil
  for (int t = n; t < n + 3 * steps - 1; t += 3) {
    for (int i = 1; i <= t; i++)
      w[i] = 0.5 * (v[i - 1] + v[i]);
    for (int i = 1; i <= t; i++)
      v[i] = sqrt(fabs(w[i])) - 0.01 * t;
  }
#pragma stencil
  for (int k = 2; k < MOST - 1; k++) {
    double sum = 0;
    for (int i = 1; i <= k; i++)
      g[i] = 0.5 * (f[i - 1] + f[i + 1]);
    for (int i = 1; i <= k; i++) {
      f[i] = g[i];
      sum += 1;
    }
    if (sum > 6)
      break;
  }
#pragma stencil
  for (int t = n + 3 * steps; t > n; t -= 3)
    for (short i = t - n; i < n; i++)
      w[i] = 0.5 * v[i] + t;
  dump("v", v, sizeof *v, size);
  dump("w", w, sizeof *w, size);
  dump("f", f, sizeof *f, MOST);
  dump("g", g, sizeof *g, MOST);
  return 0;
}
