// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 3D, star of radius 4
#include "bench.h"

static void run(int n, int steps, REAL (*A)[n][n], REAL (*B)[n][n], REAL c0, REAL c1, REAL c2, REAL c3, REAL c4) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 4; k < n - 4; k++)
      for (int j = 4; j < n - 4; j++)
        for (int i = 4; i < n - 4; i++)
          B[k][j][i] = c0 * A[k][j][i] +
                       c1 * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] + A[k - 1][j][i] +
                             A[k + 1][j][i]) +
                       c2 * (A[k][j][i - 2] + A[k][j][i + 2] + A[k][j - 2][i] + A[k][j + 2][i] + A[k - 2][j][i] +
                             A[k + 2][j][i]) +
                       c3 * (A[k][j][i - 3] + A[k][j][i + 3] + A[k][j - 3][i] + A[k][j + 3][i] + A[k - 3][j][i] +
                             A[k + 3][j][i]) +
                       c4 * (A[k][j][i - 4] + A[k][j][i + 4] + A[k][j - 4][i] + A[k][j + 4][i] + A[k - 4][j][i] +
                             A[k + 4][j][i]);
    REAL(*tmp)[n][n] = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 128), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n * n;
  REAL *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (REAL(*)[n][n])A, (REAL(*)[n][n])B, (REAL)0.4, (REAL)0.05, (REAL)0.02, (REAL)0.01, (REAL)0.02);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
