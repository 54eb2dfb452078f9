// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Values of column k that are read before the row's loop and others behind their change; columns first, and rows
// upwards; functions of the file, and cells that are counted from 1.
// NO-DIAMOND
// RUN-ARGS: 38 @
// RUN-ARGS: 65 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 2 8 16
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

#include <math.h>

static void skips(int n, int steps, double d[n][n], int before[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++) {
      if (d[i][k] > 1)
        continue;
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j]) {
          d[i][j] = d[i][k] + d[k][j];
          before[i][j] = before[k][j];
        }
    }
}

static void columns(int n, int steps, float *d) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int j = 0; j < n; j++) {
      const float b = d[k * n + j], *p = d + k * n;
      for (int i = n - 1; i >= 0; i--)
        d[i * n + j] = 0.25f * fabsf(d[i * n + j] - d[i * n + k] * b) + 0.25f * p[j] - 0.125f * p[k];
    }
}

static float least(float a, float b) { return a < b ? a : b; }

static void relax(int n, float (*d)[n + 1], int k) {
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= n; ++j)
      d[i][j] = least(d[i][j], d[i][k] + d[k][j]);
}

static void from_one(int n, int steps, float d[n + 1][n + 1]) {
#pragma stencil
  for (int k = 1; k <= steps; ++k)
    relax(n, d, k);
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  const size_t all = (size_t)n * n, one = (size_t)(n + 1) * (n + 1);
  double(*d)[n] = array(all, sizeof(double));
  float *f = array(all, sizeof(float)), (*o)[n + 1] = array(one, sizeof(float));
  int(*p)[n] = array(all, sizeof(int));
  unsigned state = 5;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      d[i][j] = 0.75 * noise(&state) + 0.7;
      p[i][j] = i * n + j;
    }
  fill_float(f, all, 8);
  fill_float(o[0], one, 9);
  skips(n, steps, d, p);
  columns(n, steps, f);
  from_one(n, steps, o);
  dump("d", d, sizeof(double), all);
  dump("p", p, sizeof(int), all);
  dump("f", f, sizeof(float), all);
  dump("o", o, sizeof(float), one);
  return 0;
}
