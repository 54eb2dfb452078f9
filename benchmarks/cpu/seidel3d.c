// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Seidel in three dimensions, 7 points, in the order of the loops: no pragma of OpenMP's makes these loops
// parallel.
#include "timing.h"

static void run(int n, int steps, REAL (*u)[n][n]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          u[k][j][i] = R(1.0 / 6) * (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] +
                                     u[k - 1][j][i] + u[k + 1][j][i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 256, steps = argc > 2 ? atoi(argv[2]) : 10;
  size_t cells = (size_t)n * (size_t)n * (size_t)n;
  REAL *u = filled(cells, 0);
  MEASURE((double)cells, steps, run(n, steps, (REAL(*)[n][n])u));
  return 0;
}
