// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maxwell's equations on a staggered grid in 3D: six fields, two loop nests a step
#include "bench.h"

static void run(int n, int steps, REAL (*ex)[n][n], REAL (*ey)[n][n], REAL (*ez)[n][n], REAL (*hx)[n][n],
                REAL (*hy)[n][n], REAL (*hz)[n][n], REAL c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n; k++)
      for (int j = 1; j < n; j++)
        for (int i = 1; i < n; i++) {
          ex[k][j][i] += c * (hz[k][j][i] - hz[k][j - 1][i] - hy[k][j][i] + hy[k - 1][j][i]);
          ey[k][j][i] += c * (hx[k][j][i] - hx[k - 1][j][i] - hz[k][j][i] + hz[k][j][i - 1]);
          ez[k][j][i] += c * (hy[k][j][i] - hy[k][j][i - 1] - hx[k][j][i] + hx[k][j - 1][i]);
        }
    for (int k = 0; k < n - 1; k++)
      for (int j = 0; j < n - 1; j++)
        for (int i = 0; i < n - 1; i++) {
          hx[k][j][i] -= c * (ez[k][j + 1][i] - ez[k][j][i] - ey[k + 1][j][i] + ey[k][j][i]);
          hy[k][j][i] -= c * (ex[k + 1][j][i] - ex[k][j][i] - ez[k][j][i + 1] + ez[k][j][i]);
          hz[k][j][i] -= c * (ey[k][j][i + 1] - ey[k][j][i] - ex[k][j + 1][i] + ex[k][j][i]);
        }
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 32), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n * n;
  REAL *f[6];
  for (unsigned k = 0; k < 6; k++)
    f[k] = filled(cells, k + 1);
  run(n, steps, (REAL(*)[n][n])f[0], (REAL(*)[n][n])f[1], (REAL(*)[n][n])f[2], (REAL(*)[n][n])f[3], (REAL(*)[n][n])f[4],
      (REAL(*)[n][n])f[5], (REAL)0.3);
  for (unsigned k = 0; k < 6; k++)
    show("field", f[k], cells);
  return 0;
}
