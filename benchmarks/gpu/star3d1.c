// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 3D, 7 points
#include "bench.h"

static void run(int n, int steps, REAL (*A)[n][n], REAL (*B)[n][n], REAL c0, REAL c1) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          B[k][j][i] = c0 * A[k][j][i] + c1 * (A[k][j][i - 1] + A[k][j][i + 1] + A[k][j - 1][i] + A[k][j + 1][i] +
                                               A[k - 1][j][i] + A[k + 1][j][i]);
    REAL(*tmp)[n][n] = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 128), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n * n;
  REAL *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (REAL(*)[n][n])A, (REAL(*)[n][n])B, (REAL)0.4, (REAL)0.1);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
