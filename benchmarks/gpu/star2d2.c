// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 2D, 9 points, a star of radius 2
#include "bench.h"

static void run(int n, int steps, REAL (*A)[n], REAL (*B)[n], REAL c0, REAL c1, REAL c2) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < n - 2; i++)
        B[j][i] = c0 * A[j][i] + c1 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]) +
                  c2 * (A[j][i - 2] + A[j][i + 2] + A[j - 2][i] + A[j + 2][i]);
    REAL(*tmp)[n] = A;
    A = B;
    B = tmp;
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 1024), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n;
  REAL *A = filled(cells, 1), *B = filled(cells, 2);
  run(n, steps, (REAL(*)[n])A, (REAL(*)[n])B, (REAL)0.5, (REAL)0.1, (REAL)0.025);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
