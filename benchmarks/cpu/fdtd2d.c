// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maxwell's equations in two dimensions: three fields in place, half a cell and half a step apart.
#include "timing.h"

static void run(int nx, int ny, int steps, REAL (*E)[nx], REAL (*Hx)[nx], REAL (*Hy)[nx], REAL (*c)[nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    THREADS
    for (int j = 0; j < ny - 1; j++)
      VECTORS
    for (int i = 0; i < nx; i++)
      Hx[j][i] -= R(0.5) * (E[j + 1][i] - E[j][i]);
    THREADS
    for (int j = 0; j < ny; j++)
      VECTORS
    for (int i = 0; i < nx - 1; i++)
      Hy[j][i] += R(0.5) * (E[j][i + 1] - E[j][i]);
    THREADS
    for (int j = 1; j < ny - 1; j++)
      VECTORS
    for (int i = 1; i < nx - 1; i++)
      E[j][i] += c[j][i] * (Hy[j][i] - Hy[j][i - 1] - Hx[j][i] + Hx[j - 1][i]);
  }
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 4096, steps = argc > 2 ? atoi(argv[2]) : 50;
  size_t cells = (size_t)n * (size_t)n;
  typedef REAL(*rows)[n];
  rows E = filled(cells, 0), Hx = filled(cells, 0), Hy = filled(cells, 0), c = filled(cells, 1e-4);
  MEASURE((double)cells, steps, run(n, n, steps, E, Hx, Hy, c));
  return 0;
}
