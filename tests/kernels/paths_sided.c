// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Steps that change the cells on some sides of their row and column only: before both and behind both, and all rows but
// the step's own behind its column, once that row is made unit. The other cells keep what they hold.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 65 @
// RUN-ARGS: 161 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 4 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

static void apart(int n, int steps, float d[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    for (int i = 0; i < k; i++)
      for (int j = 0; j < k; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
    for (int i = k + 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j])
          d[i][j] = d[i][k] + d[k][j];
  }
}

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

// Rows and columns from the second on, and a row's last cell stays.
static void inner(int n, int steps, short s[n][n + 3]) {
#pragma stencil
  for (int k = 1; k <= steps; k++)
    for (int i = 1; i < n; i++)
      for (int j = k + 1; j < n; j++)
        s[i][j] = s[i][j] > (s[i][k] < s[k][j] ? s[i][k] : s[k][j]) ? s[i][j] : (s[i][k] < s[k][j] ? s[i][k] : s[k][j]);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n, wide = (size_t)n * (n + 3);
  float(*d)[n] = array(all, sizeof(float));
  double(*a)[n] = array(all, sizeof(double));
  short(*s)[n + 3] = array(wide, sizeof(short));
  unsigned state = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i][j] = (float)(noise(&state) + 0.7);
      a[i][j] = noise(&state) + (i == j ? 8 : 0);
      s[i][j] = (short)(noise(&state) * 999);
    }
  apart(n, steps, d);
  reduce(n, steps, a);
  inner(n, steps, s);
  dump("d", d, sizeof(float), all);
  dump("a", a, sizeof(double), all);
  dump("s", s, sizeof(short), wide);
  return 0;
}
