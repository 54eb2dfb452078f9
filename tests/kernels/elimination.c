// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elimination without pivoting: the cells behind row and column k, which are others in each step. Rows by pointers,
// and a column that is scaled first.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 64 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 4 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void quotients(int n, int steps, double **a) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = k + 1; i < n; i++)
      for (unsigned j = k + 1; j < (unsigned)n; j++)
        a[i][j] -= a[i][k] / a[k][k] * a[k][j];
}

static void factors(int n, int steps, float a[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int i = k + 1; i < n; i++)
      a[i][k] /= a[k][k];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n;
  double *memory = array(all, sizeof(double)), **rows = array(n, sizeof(double *));
  float(*f)[n] = array(all, sizeof(float));
  unsigned state = 3;
  for (int i = 0; i < n; i++) {
    rows[i] = memory + (size_t)(n - 1 - i) * n;
    for (int j = 0; j < n; j++) {
      rows[i][j] = noise(&state) + (i == j ? 8 : 0);
      f[i][j] = (float)(noise(&state) + (i == j ? 8 : 0));
    }
  }
  quotients(n, steps, rows);
  factors(n, steps, f);
  dump("memory", memory, sizeof(double), all);
  dump("f", f, sizeof(float), all);
  return 0;
}
