// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One axis with many tiles: two fields in place beside one that is swapped, float, double and int, reads far to one side, an integer
// division, a store under a condition, cells inside of the domain that no step writes, a wall and a source.
// READING
// RANK: 1
// RUN-ARGS: 1003 @
// RUN-ARGS: 1024 @
// RUN-ARGS: 12 @
#include "dump.h"

static void waves(int n, int steps, float *a, float *b, double *e, int *count, const double *k, const float *kick) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n; i++)
      e[i] = e[i] + k[i] * (a[i] - a[i - 1]);
    for (int i = 4; i < n - 2; i++)
      b[i] = 0.5f * a[i] + 0.125f * (a[i - 4] + a[i + 2]) + 0.01f * (float)(e[i + 1] - e[i]);
    for (int i = 4; i < n - 2; i++)
      if (b[i] > 0.25f)
        count[i] = count[i] + 1000 / (3 + count[i] % 3);
    b[0] = -b[4];
    b[n / 2] = b[n / 2] + kick[0];
    float *tmp = a;
    a = b;
    b = tmp;
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 1003), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof *a), *b = array(n, sizeof *b), kick[1] = {0.75f};
  double *e = array(n, sizeof *e), *k = array(n, sizeof *k);
  int *count = array(n, sizeof *count);
  fill_float(a, n, 1);
  fill_float(b, n, 2);
  fill_double(e, n, 3);
  fill_double(k, n, 4);
  fill_int(count, n, 5, 0, 100);
  waves(n, steps, a, b, e, count, k, kick);
  dump("a", a, sizeof *a, n);
  dump("b", b, sizeof *b, n);
  dump("e", e, sizeof *e, n);
  dump("count", count, sizeof *count, n);
  return 0;
}
