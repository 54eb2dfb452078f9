// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elimination where each row computes its factor from an element that it then sets: to zero, or to the factor.
// One with a right side, and one that leaves rows alone which have a zero there.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 64 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 36
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void below(int n, int steps, double a[n][n], double *b) {
  int i, j, k;
  double f;
#pragma stencil
  for (k = 0; k < steps; k++)
    for (i = k + 1; i < n; i++) {
      f = a[i][k] / a[k][k];
      a[i][k] = 0;
      for (j = k + 1; j < n; j++)
        a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
}

static void factors(int n, int steps, float *a) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = k + 1; i <= n - 1; i++) {
      const float f = a[i * n + k] / a[k * n + k];
      a[i * n + k] = f;
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f * a[k * n + j];
    }
}

static void sparse(int n, int steps, double a[n][n], double *b) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = k + 1; i < n; i++)
      if (a[i][k] != 0) {
        double f = a[i][k] / a[k][k];
        a[i][k] = 0;
        for (int j = k + 1; j < n; j++)
          a[i][j] -= f * a[k][j];
        b[i] -= f * b[k];
      }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n - 1);
  const size_t all = (size_t)n * n;
  double(*a)[n] = array(all, sizeof(double)), *b = array(n, sizeof(double));
  double(*d)[n] = array(all, sizeof(double)), *e = array(n, sizeof(double));
  float *c = array(all, sizeof(float));
  unsigned state = 3;
  for (int i = 0; i < n; i++) {
    b[i] = e[i] = noise(&state);
    for (int j = 0; j < n; j++) {
      a[i][j] = noise(&state) + (i == j ? 8 : 0);
      d[i][j] = (i + j) % 3 ? a[i][j] : i == j ? 8 : 0;
      c[i * n + j] = (float)noise(&state) + (i == j ? 8 : 0);
    }
  }
  below(n, steps, a, b);
  factors(n, steps, c);
  sparse(n, steps, d, e);
  dump("a", a, sizeof(double), all);
  dump("b", b, sizeof(double), n);
  dump("d", d, sizeof(double), all);
  dump("e", e, sizeof(double), n);
  dump("c", c, sizeof(float), all);
  return 0;
}
