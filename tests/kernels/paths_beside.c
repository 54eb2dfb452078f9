// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The row and the column that a step looks at needn't have its number, nor one number: the column behind it, the row
// before it, or the one element where they meet.
// NO-DIAMOND
// RUN-ARGS: 39 @
// RUN-ARGS: 66 @
// STEPS: 0 1 7 36
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 3 8 32
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void behind(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k + 1] + d[k][j] < d[i][j])
          d[i][j] = d[i][k + 1] + d[k][j];
}

static void before(int n, int steps, double d[n][n]) {
#pragma stencil
  for (int k = 1; k < steps + 1; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = 0.5 * d[i][j] + d[i][k] * d[k - 1][j];
}

static void corner(int n, int steps, int d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        d[i][j] = (d[i][j] + d[k][k + 2]) % 1001;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 39), steps = arg(argc, argv, 2, n - 3);
  float(*f)[n] = array((size_t)n * n, sizeof(float));
  double(*d)[n] = array((size_t)n * n, sizeof(double));
  int(*w)[n] = array((size_t)n * n, sizeof(int));
  unsigned state = 7;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      f[i][j] = (float)(noise(&state) + 0.6);
      d[i][j] = noise(&state);
      w[i][j] = (int)(noise(&state) * 300);
    }
  behind(n, steps, f);
  before(n, steps, d);
  corner(n, steps, w);
  dump("f", f, sizeof(float), (size_t)n * n);
  dump("d", d, sizeof(double), (size_t)n * n);
  dump("w", w, sizeof(int), (size_t)n * n);
  return 0;
}
