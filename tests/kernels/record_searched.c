// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Records of the step's error that later steps search: back to the last one that was larger, and some places before
// a counter of their own. They run beside the steps.
// READING
// NO-DIAMOND
// SWEEP-ONLY
// COUNTS-STEPS
// RANK: 1
// RUN-ARGS: 100 @
// RUN-ARGS: 9 @
// STEPS: 1 7 60
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 100), steps = arg(argc, argv, 2, 7), t, k = 0, back = 0, kept = 0;
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double));
  static double errors[64], every[64];
  fill_double(u, n, 1);
  fill_double(v, n, 2);
#pragma stencil
  for (t = 0; t < steps; t++) {
    double e = 0;
    for (int i = 1; i < n - 1; i++) {
      v[i] = (u[i - 1] + u[i + 1]) / 2;
      e += fabs(v[i] - u[i]);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
    for (k = t - 1; k >= 0 && errors[k] < 2 * e; k--)
      back++;
    errors[t] = e;
    if (k > 20 && back > 300)
      break;
    every[kept++] = e;
    if (kept > 5 && every[kept - 1] > 0.98 * every[kept - 6])
      break;
  }
  printf("steps %d\n", t < steps ? t + 1 : t);
  DUMP(k);
  DUMP(back);
  DUMP(kept);
  dump("errors", errors, sizeof(double), 64);
  dump("every", every, sizeof(double), 64);
  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  return 0;
}
