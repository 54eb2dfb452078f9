// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shortest paths: cells look at row k and at column k of the array that they store to, which change on the way. Random
// weights, negative ones too, of which cycles are made; so row k and column k change in step k, and what a cell reads
// of them depends on whether it comes before them.
// NO-DIAMOND
// RUN-ARGS: 37 @
// RUN-ARGS: 65 @
// RUN-ARGS: 41 @
// STEPS: 0 1 7 37
// REGION: @
// REGION: @
// REGION: @
// SWEEP-ONLY
// PIVOT: 3 8 32
// WHOLE: elements at any distance along the slowest axis are read
#include "dump.h"

enum { NONE = 2147483647 };

static void reread(int n, int steps, float d[n][n], int next[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (d[i][k] + d[k][j] < d[i][j]) {
          d[i][j] = d[i][k] + d[k][j];
          next[i][j] = next[i][k];
        }
}

// Sums beyond the infinite one aren't made.
static void hoisted(int n, int steps, int d[n][n], int via[n][n]) {
#pragma stencil
  for (int k = 0; k < steps; k++)
    for (int i = 0; i < n; i++) {
      const int a = d[i][k];
      if (a == NONE)
        continue;
      for (int j = 0; j < n; j++)
        if (d[k][j] != NONE && a + d[k][j] < d[i][j]) {
          d[i][j] = a + d[k][j];
          via[i][j] = k;
        }
    }
}

static void rows(int n, int steps, double (*d)[n], int (*before)[n]) {
#pragma stencil
  for (int k = 0; k < steps; k++) {
    const double *rk = d[k];
    for (int i = 0; i < n; i++) {
      double *ri = d[i];
      for (int j = 0; j < n; j++) {
        const double s = ri[k] + rk[j];
        before[i][j] = s < ri[j] ? before[k][j] : before[i][j];
        ri[j] = s < ri[j] ? s : ri[j];
      }
    }
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, n);
  float(*f)[n] = array((size_t)n * n, sizeof(float));
  double(*d)[n] = array((size_t)n * n, sizeof(double));
  int(*w)[n] = array((size_t)n * n, sizeof(int)), (*p)[n] = array((size_t)n * n, sizeof(int));
  unsigned state = 7;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      f[i][j] = (float)(noise(&state) + 0.6);
      d[i][j] = noise(&state) + 0.6;
      w[i][j] = noise(&state) < 0 ? NONE : (int)(noise(&state) * 30) + 32;
      p[i][j] = i * n + j;
    }
  reread(n, steps, f, p);
  dump("p", p, sizeof(int), (size_t)n * n);
  hoisted(n, steps, w, p);
  dump("p", p, sizeof(int), (size_t)n * n);
  rows(n, steps, d, p);
  dump("f", f, sizeof(float), (size_t)n * n);
  dump("w", w, sizeof(int), (size_t)n * n);
  dump("d", d, sizeof(double), (size_t)n * n);
  dump("p", p, sizeof(int), (size_t)n * n);
  return 0;
}
