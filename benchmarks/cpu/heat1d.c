// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat on a line, 3 points.
#include "timing.h"

static void run(int n, int steps, REAL *A, REAL *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int i = 1; i < n - 1; i++)
      B[i] = R(0.25) * A[i - 1] + R(0.5) * A[i] + R(0.25) * A[i + 1];
    REAL *swap = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4000000, steps = argc > 2 ? atoi(argv[2]) : 200;
  REAL *A = filled((size_t)n, 0), *B = filled((size_t)n, 0);
  MEASURE((double)n, steps, run(n, steps, A, B));
  return 0;
}
