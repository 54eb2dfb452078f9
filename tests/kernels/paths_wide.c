// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Matrices with far more columns than rows, and the other way round: places along one axis have nothing to do with how
// long the other one is.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 65 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 4 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void wide(int n, int m, int steps, float d[n][m]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
}

static void tall(int n, int m, int steps, double d[n][m]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        d[i][j] = 0.5 * d[i][j] + d[i][k] * d[k][j];
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n), m = 5 * n + 3;
  const size_t all = (size_t)n * m;
  float *w = array(all, sizeof(float));
  double *t = array(all, sizeof(double));
  fill_float(w, all, 3);
  fill_double(t, all, 4);
  wide(n, m, steps, (float(*)[m])w);
  tall(m, n, steps, (double(*)[n])t);
  dump("w", w, sizeof(float), all);
  dump("t", t, sizeof(double), all);
  return 0;
}
