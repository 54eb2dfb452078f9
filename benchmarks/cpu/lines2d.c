// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A step of alternating directions: systems of three diagonals along the rows, and along the columns. By hand threads
// share out the rows of the first; those of the second wait for each other.
#include "timing.h"

static void run(int n, int steps, REAL (*u)[n], REAL (*d)[n], const REAL *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n; i++)
        d[j][i] = (u[j][i] + R(0.3) * d[j][i - 1]) * b[i];
    THREADS
    for (int j = 1; j < n - 1; j++)
      for (int i = n - 2; i > 0; i--)
        d[j][i] += R(0.3) * b[i] * d[j][i + 1];
    for (int j = 1; j < n; j++)
      VECTORS
    for (int i = 1; i < n - 1; i++)
      u[j][i] = (d[j][i] + R(0.3) * u[j - 1][i]) * b[j];
    for (int j = n - 2; j > 0; j--)
      VECTORS
    for (int i = 1; i < n - 1; i++)
      u[j][i] += R(0.3) * b[j] * u[j + 1][i];
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 10;
  size_t cells = (size_t)n * (size_t)n;
  REAL *u = filled(cells, 0), *d = filled(cells, 0), *b = filled((size_t)n, 0.6);
  MEASURE((double)cells, steps, run(n, steps, (REAL(*)[n])u, (REAL(*)[n])d, b));
  return 0;
}
