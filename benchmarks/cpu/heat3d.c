// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in three dimensions, 7 points.
#include "timing.h"

static void run(int nx, int ny, int nz, int steps, REAL (*A)[ny][nx], REAL (*B)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        VECTORS
    for (int i = 1; i < nx - 1; i++)
      B[k][j][i] = R(0.4) * A[k][j][i] + R(0.1) * A[k][j][i - 1] + R(0.11) * A[k][j][i + 1] + R(0.09) * A[k][j - 1][i] +
                   R(0.1) * A[k][j + 1][i] + R(0.12) * A[k - 1][j][i] + R(0.08) * A[k + 1][j][i];
    REAL(*swap)[ny][nx] = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 384, steps = argc > 2 ? atoi(argv[2]) : 20;
  size_t cells = (size_t)n * (size_t)n * (size_t)n;
  REAL *A = filled(cells, 0), *B = filled(cells, 0);
  MEASURE((double)cells, steps, run(n, n, n, steps, (REAL(*)[n][n])A, (REAL(*)[n][n])B));
  return 0;
}
