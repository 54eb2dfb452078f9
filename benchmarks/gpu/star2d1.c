// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 2D, 5 points
#include "bench.h"

static void run(int n, int steps, REAL (*A)[n], REAL (*B)[n], REAL c0, REAL c1) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        B[j][i] = c0 * A[j][i] + c1 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    REAL(*tmp)[n] = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n;
  REAL *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (REAL(*)[n])A, (REAL(*)[n])B, (REAL)0.5, (REAL)0.125);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
