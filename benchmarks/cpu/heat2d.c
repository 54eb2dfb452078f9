// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in two dimensions, 5 points.
#include "timing.h"

static void run(int nx, int ny, int steps, REAL (*A)[nx], REAL (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int j = 1; j < ny - 1; j++)
      VECTORS
    for (int i = 1; i < nx - 1; i++)
      B[j][i] = R(0.5) * A[j][i] + R(0.125) * A[j][i - 1] + R(0.126) * A[j][i + 1] + R(0.124) * A[j - 1][i] +
                R(0.125) * A[j + 1][i];
    REAL(*swap)[nx] = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 60;
  size_t cells = (size_t)n * (size_t)n;
  REAL *A = filled(cells, 0), *B = filled(cells, 0);
  MEASURE((double)cells, steps, run(n, n, steps, (REAL(*)[n])A, (REAL(*)[n])B));
  return 0;
}
