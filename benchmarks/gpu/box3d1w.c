// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 3D, 27 points, a weight for each
#include "bench.h"
static void run(int n, int steps, REAL (*A)[n][n], REAL (*B)[n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          B[k][j][i] = (REAL)0.0301 * A[k - 1][j - 1][i - 1] + (REAL)0.0302 * A[k - 1][j - 1][i] + (REAL)0.0303 * A[k - 1][j - 1][i + 1] +
                       (REAL)0.0304 * A[k - 1][j][i - 1] + (REAL)0.0305 * A[k - 1][j][i] + (REAL)0.0306 * A[k - 1][j][i + 1] +
                       (REAL)0.0307 * A[k - 1][j + 1][i - 1] + (REAL)0.0308 * A[k - 1][j + 1][i] + (REAL)0.0309 * A[k - 1][j + 1][i + 1] +
                       (REAL)0.0401 * A[k][j - 1][i - 1] + (REAL)0.0402 * A[k][j - 1][i] + (REAL)0.0403 * A[k][j - 1][i + 1] +
                       (REAL)0.0404 * A[k][j][i - 1] + (REAL)0.0405 * A[k][j][i] + (REAL)0.0406 * A[k][j][i + 1] +
                       (REAL)0.0407 * A[k][j + 1][i - 1] + (REAL)0.0408 * A[k][j + 1][i] + (REAL)0.0409 * A[k][j + 1][i + 1] +
                       (REAL)0.0311 * A[k + 1][j - 1][i - 1] + (REAL)0.0312 * A[k + 1][j - 1][i] + (REAL)0.0313 * A[k + 1][j - 1][i + 1] +
                       (REAL)0.0314 * A[k + 1][j][i - 1] + (REAL)0.0315 * A[k + 1][j][i] + (REAL)0.0316 * A[k + 1][j][i + 1] +
                       (REAL)0.0317 * A[k + 1][j + 1][i - 1] + (REAL)0.0318 * A[k + 1][j + 1][i] + (REAL)0.0319 * A[k + 1][j + 1][i + 1];
    REAL(*tmp)[n][n] = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 128), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n * n;
  REAL *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (REAL(*)[n][n])A, (REAL(*)[n][n])B);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
