// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Jacobi iteration, 2D, 5 points, with a copy nest: jacobi2d [edge] [steps]
#include "bench.h"

static void run(int n, int steps, float (*A)[n], float (*B)[n], float c0, float c1) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        B[j][i] = c0 * A[j][i] + c1 * (A[j][i - 1] + A[j][i + 1] + A[j - 1][i] + A[j + 1][i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        A[j][i] = B[j][i];
  }
}

int main(int argc, char **argv) {
  int n = argument(argc, argv, 1, 512), steps = argument(argc, argv, 2, 24);
  size_t cells = (size_t)n * n;
  float *A = filled(cells, 1, 0.0f, 1.0f), *B = filled(cells, 2, 0.0f, 1.0f);
  run(n, steps, (float(*)[n])A, (float(*)[n])B, 0.5f, 0.125f);
  show("A", A, cells);
  show("B", B, cells);
  return 0;
}
