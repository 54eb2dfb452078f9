// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 1D, 3 points
#include "bench.h"

static void run(int n, int steps, REAL *A, REAL *B, REAL c0, REAL c1) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      B[i] = c0 * A[i] + c1 * (A[i - 1] + A[i + 1]);
    REAL *tmp = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 24);
  REAL *A = filled(n, 1), *B = filled(n, 2);
  run(n, steps, A, B, (REAL)0.5, (REAL)0.25);
  show("A", A, n);
  show("B", B, n);
  return 0;
}
