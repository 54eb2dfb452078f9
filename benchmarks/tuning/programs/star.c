// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A star of radius R, in 2D and (-DDIM=3) 3D
#include "grid.h"

#ifndef R
#define R 2
#endif

static void run(int n, int steps, REAL(*a) OF(n), REAL(*b) OF(n), const REAL c[R + 1]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#if DIM == 3
    for (int k = R; k < n - R; k++)
      for (int j = R; j < n - R; j++)
        for (int i = R; i < n - R; i++) {
          REAL sum = c[0] * a[k][j][i];
          for (int r = 1; r <= R; r++)
            sum += c[r] * (a[k][j][i - r] + a[k][j][i + r] + a[k][j - r][i] + a[k][j + r][i] + a[k - r][j][i] +
                           a[k + r][j][i]);
          b[k][j][i] = sum;
        }
#else
    for (int j = R; j < n - R; j++)
      for (int i = R; i < n - R; i++) {
        REAL sum = c[0] * a[j][i];
        for (int r = 1; r <= R; r++)
          sum += c[r] * (a[j][i - r] + a[j][i + r] + a[j - r][i] + a[j + r][i]);
        b[j][i] = sum;
      }
#endif
    REAL(*other) OF(n) = a;
    a = b;
    b = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = CELLS(n);
  REAL *a = filled(cells, 1), *b = filled(cells, 2), c[R + 1] = {(REAL)0.4};
  for (int r = 1; r <= R; r++)
    c[r] = (REAL)0.1 / (REAL)(r * r);
  run(n, steps, (REAL(*) OF(n))a, (REAL(*) OF(n))b, c);
  show("a", a, cells);
  show("b", b, cells);
  return 0;
}
