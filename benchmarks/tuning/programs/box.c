// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box of radius R with weights that differ, in 2D and (-DDIM=3) 3D
#include "grid.h"

#ifndef R
#define R 1
#endif

static void run(int n, int steps, REAL(*a) OF(n), REAL(*b) OF(n), const REAL w[2 * R + 1]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#if DIM == 3
    for (int k = R; k < n - R; k++)
      for (int j = R; j < n - R; j++)
        for (int i = R; i < n - R; i++) {
          REAL sum = 0;
          for (int z = -R; z <= R; z++)
            for (int y = -R; y <= R; y++)
              for (int x = -R; x <= R; x++)
                sum += w[z + R] * w[y + R] * w[x + R] * a[k + z][j + y][i + x];
          b[k][j][i] = sum;
        }
#else
    for (int j = R; j < n - R; j++)
      for (int i = R; i < n - R; i++) {
        REAL sum = 0;
        for (int y = -R; y <= R; y++)
          for (int x = -R; x <= R; x++)
            sum += w[y + R] * w[x + R] * a[j + y][i + x];
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
  REAL *a = filled(cells, 1), *b = filled(cells, 2), w[2 * R + 1];
  for (int r = 0; r <= 2 * R; r++)
    w[r] = (REAL)(r + 1) / (REAL)((2 * R + 1) * (R + 1));
  run(n, steps, (REAL(*) OF(n))a, (REAL(*) OF(n))b, w);
  show("a", a, cells);
  show("b", b, cells);
  return 0;
}
