// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maxwell's equations on a staggered grid: three nests and a source line, all in place.
// RANK: 2
// RUN-ARGS: 31 25 @
// RUN-ARGS: 3 3 @
// RUN-ARGS: 2 2 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 25), steps = arg(argc, argv, 3, 7);
  double(*ex)[ny] = array((size_t)nx * ny, sizeof(double));
  double(*ey)[ny] = array((size_t)nx * ny, sizeof(double));
  double(*hz)[ny] = array((size_t)nx * ny, sizeof(double));
  fill_double(&ex[0][0], (size_t)nx * ny, 19);
  fill_double(&ey[0][0], (size_t)nx * ny, 20);
  fill_double(&hz[0][0], (size_t)nx * ny, 21);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    double source = 0.25 * t;
    for (int j = 0; j < ny; j++)
      ey[0][j] = source;
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        ey[i][j] = ey[i][j] - 0.5 * (hz[i][j] - hz[i - 1][j]);
    for (int i = 0; i < nx; i++)
      for (int j = 1; j < ny; j++)
        ex[i][j] = ex[i][j] - 0.5 * (hz[i][j] - hz[i][j - 1]);
    for (int i = 0; i < nx - 1; i++)
      for (int j = 0; j < ny - 1; j++)
        hz[i][j] = hz[i][j] - 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
  }

  dump("ex", ex, sizeof(double), (size_t)nx * ny);
  dump("ey", ey, sizeof(double), (size_t)nx * ny);
  dump("hz", hz, sizeof(double), (size_t)nx * ny);
  return 0;
}
