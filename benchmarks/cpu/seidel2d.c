// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Gauss-Seidel in two dimensions, 5 points, in the order of the loops: no pragma of OpenMP's makes these loops
// parallel.
#include "timing.h"

static void run(int nx, int ny, int steps, REAL (*u)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = R(0.25) * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 10;
  size_t cells = (size_t)n * (size_t)n;
  REAL *u = filled(cells, 0);
  MEASURE((double)cells, steps, run(n, n, steps, (REAL(*)[n])u));
  return 0;
}
