// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Heat in one dimension. With -DHAND the outer space loop carries the pragma that a user would add by hand.
#include "timing.h"

static void run(int n, int steps, float *A, float *B) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#ifdef HAND
#pragma omp parallel for
#endif
    for (int i = 1; i < n - 1; i++)
      B[i] = 0.25f * A[i - 1] + 0.5f * A[i] + 0.25f * A[i + 1];
    float *swap = A;
    A = B;
    B = swap;
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 1 << 24, steps = argc > 2 ? atoi(argv[2]) : 20;
  float *A = filled((size_t)n, 0), *B = filled((size_t)n, 0);
  MEASURE(n, steps, run(n, steps, A, B));
  return 0;
}
