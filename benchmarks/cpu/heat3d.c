// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in three dimensions, 7 points. With -DHAND the outer space loop carries the pragma that a user would add by hand.
#include "timing.h"

static void run(int nx, int ny, int nz, int steps, float (*A)[ny][nx], float (*B)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef HAND
#pragma omp parallel for
#endif
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          B[k][j][i] = 0.4f * A[k][j][i] + 0.1f * A[k][j][i - 1] + 0.11f * A[k][j][i + 1] + 0.09f * A[k][j - 1][i] +
                       0.1f * A[k][j + 1][i] + 0.12f * A[k - 1][j][i] + 0.08f * A[k + 1][j][i];
    float(*swap)[ny][nx] = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 320, steps = argc > 2 ? atoi(argv[2]) : 10;
  size_t cells = (size_t)n * (size_t)n * (size_t)n;
  float *A = filled(cells, 0), *B = filled(cells, 0);
  MEASURE((double)cells, steps, run(n, n, n, steps, (float(*)[n][n])A, (float(*)[n][n])B));
  return 0;
}
