// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elimination that takes right sides along: behind the loop over a row, where the row's factor is lost by then. Factors
// in an array of the step, and a sum and a maximum over cells that are others in each step.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 64 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 36
// REGION: @
// REGION: @
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"
#include <math.h>

static void sides(int n, int steps, double a[n][n], double *b, float *c) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = k + 1; i < n; i++) {
      double *row = a[i];
      double m = row[k] / a[k][k];
      for (int j = k; j < n; j++)
        row[j] -= m * a[k][j];
      b[i] -= m * b[k];
      for (int j = 0; j < n; j++)
        c[i * n + j] -= (float)m * c[k * n + j];
    }
}

static double factors(int n, int steps, double *a, double *largest) {
  double sum = 0, most = 0;
#pragma stencil
  for (int k = 0; k < steps; k++) {
    double f[n];
    for (int i = k + 1; i < n; i++) {
      f[i] = a[i * n + k] / a[k * n + k];
      sum += f[i];
    }
    for (int i = k + 1; i < n; i++) {
      most = fmax(most, fabs(a[i * n + k]));
      a[i * n + k] = 0;
    }
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        a[i * n + j] -= f[i] * a[k * n + j];
  }
  *largest = most;
  return sum;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n - 1);
  const size_t all = (size_t)n * n;
  double(*a)[n] = array(all, sizeof(double)), *e = array(all, sizeof(double)), *b = array(n, sizeof(double));
  float *c = array(all, sizeof(float));
  unsigned state = 3;
  for (int i = 0; i < n; i++) {
    b[i] = noise(&state);
    for (int j = 0; j < n; j++) {
      a[i][j] = noise(&state) + (i == j ? 8 : 0);
      e[i * n + j] = noise(&state) + (i == j ? 8 : 0);
      c[i * n + j] = (float)noise(&state);
    }
  }
  double found[2];
  sides(n, steps, a, b, c);
  found[0] = factors(n, steps, e, &found[1]);
  dump("a", a, sizeof(double), all);
  dump("b", b, sizeof(double), n);
  dump("c", c, sizeof(float), all);
  dump("e", e, sizeof(double), all);
  dump("found", found, sizeof(double), 2);
  return 0;
}
