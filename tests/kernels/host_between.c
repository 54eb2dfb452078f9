// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code in the middle of a step changes what a scalar of the step was computed from before it: the nests behind it, other
// host code and whoever reads the scalar after the loop see the value from before.
// NO-DIAMOND
// RANK: 1
// SWEEP-ONLY
// RUN-ARGS: 45 @
// RUN-ARGS: 5 @
// TINY-ARGS: 2 @
// HOST: every 4 from 0
// REGION: @
// REGION: @
#include "dump.h"

static double rate = 0.1;
static void change(int t) {
  rate = 0.1 + 0.01 * t;
  printf("from step %d on at %g\n", t, rate);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7);
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), sum = 1, left = 0;
  fill_double(a, n, 1);
  fill_double(b, n, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double half = sum * 0.5, less = half - 0.25;
    left = less * 2;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    if (t % 4 == 0) {
      sum = 0;
      for (int i = 1; i < n - 1; i++)
        sum += b[i] - a[i];
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + 0.1 * less;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    double half = rate * 0.5;
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]) + 0.01 * half;
    if (t % 4 == 0)
      change(t);
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i] + half;
  }
  DUMP(sum);
  DUMP(left);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
