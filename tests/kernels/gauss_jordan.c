// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A row that is made unit before all others lose it, of a square and of one beside its inverse to be; and steps that
// count down.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 65 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void reduce(int n, int steps, double a[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int j = k + 1; j < n; j++)
      a[k][j] /= a[k][k];
    for (int i = 0; i < n; i++)
      if (i != k)
        for (int j = k + 1; j < n; j++)
          a[i][j] -= a[i][k] * a[k][j];
  }
}

static void unit(int n, int steps, double a[n][2 * n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int j = k + 1; j < 2 * n; j++)
      a[k][j] /= a[k][k];
    for (int i = 0; i < n; i++)
      if (i != k)
        for (int j = k + 1; j < 2 * n; j++)
          a[i][j] -= a[i][k] * a[k][j];
  }
}

static void down(int n, int steps, unsigned d[n][n]) {
#pragma stencil
  for (int k = steps - 1; k >= 0; k--)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (i != j)
          d[i][j] ^= 3 * d[i][k] - d[k][j];
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n;
  double(*d)[n] = array(all, sizeof(double)), (*a)[2 * n] = array(2 * all, sizeof(double));
  unsigned(*x)[n] = array(all, sizeof(unsigned));
  unsigned state = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i][j] = noise(&state) + (i == j ? 8 : 0);
      a[i][j] = noise(&state) + (i == j ? 8 : 0);
      a[i][j + n] = i == j;
      x[i][j] = (unsigned)((noise(&state) + 1) * 9);
    }
  reduce(n, steps, d);
  unit(n, steps, a);
  down(n, steps, x);
  dump("d", d, sizeof(double), all);
  dump("a", a, sizeof(double), 2 * all);
  dump("x", x, sizeof(unsigned), all);
  return 0;
}
