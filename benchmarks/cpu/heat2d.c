// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in two dimensions, 5 points. With -DHAND the outer space loop carries the pragma that a user would add by hand.
#include "timing.h"

static void run(int nx, int ny, int steps, float (*A)[nx], float (*B)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef HAND
#pragma omp parallel for
#endif
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        B[j][i] = 0.5f * A[j][i] + 0.125f * A[j][i - 1] + 0.126f * A[j][i + 1] + 0.124f * A[j - 1][i] +
                  0.125f * A[j + 1][i];
    float(*swap)[nx] = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 20;
  float *A = filled((size_t)n * (size_t)n, 0), *B = filled((size_t)n * (size_t)n, 0);
  MEASURE((double)n * n, steps, run(n, n, steps, (float(*)[n])A, (float(*)[n])B));
  return 0;
}
