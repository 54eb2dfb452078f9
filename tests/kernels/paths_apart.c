// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that look at every other row and column, those that count down, and a product of two matrices into a third.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 74 @
// STEPS: 0 1 7 19
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void other(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < 2 * steps; k += 2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

static void down(int n, int steps, double *d) {
#pragma stencil
  for (int k = steps - 1; k >= 0; k--)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i * n + j] = 0.5 * d[i * n + j] + d[i * n + k] * d[k * n + j];
}

static void product(int n, int steps, const double *a, const float *b, double *c) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 38), steps = arg(argc, argv, 2, n / 2);
  float *f = array((size_t)n * n, sizeof(float));
  double *d = array((size_t)n * n, sizeof(double)), *c = array((size_t)n * n, sizeof(double));
  unsigned state = 9;
  for (int i = 0; i < n * n; i++) {
    f[i] = (float)(noise(&state) + 0.6);
    d[i] = noise(&state);
    c[i] = noise(&state);
  }
  other(n, steps, (float(*)[n])f);
  down(n, steps, d);
  product(n, steps, d, f, c);
  dump("f", f, sizeof(float), (size_t)n * n);
  dump("d", d, sizeof(double), (size_t)n * n);
  dump("c", c, sizeof(double), (size_t)n * n);
  return 0;
}
