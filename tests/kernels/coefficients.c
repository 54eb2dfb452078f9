// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coefficient arrays of full and of lower rank: one value per cell, per row, per column.
// RANK: 2
// RUN-ARGS: 25 19 @
// RUN-ARGS: 24 9 @
// RUN-ARGS: 3 3 @
#include "dump.h"

static double k[64][64];

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 25), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  double(*u)[nx] = array((size_t)nx * ny, sizeof(double));
  double(*v)[nx] = array((size_t)nx * ny, sizeof(double));
  double *wx = array(nx, sizeof *wx), *wy = array(ny + 1, sizeof *wy);
  fill_double(&u[0][0], (size_t)nx * ny, 52);
  fill_double(&v[0][0], (size_t)nx * ny, 53);
  fill_double(&k[0][0], 64 * 64, 54);
  fill_double(wx, nx, 55);
  fill_double(wy, ny + 1, 56);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = u[j][i] + 0.1 * k[j][i] * (wx[i - 1] * u[j][i - 1] + wx[i] * u[j][i + 1]) +
                  0.1 * k[j + 1][i - 1] * (wy[j + 1] * u[j + 1][i] - wy[j] * u[j - 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
  }

  dump("u", u, sizeof(double), (size_t)nx * ny);
  dump("v", v, sizeof(double), (size_t)nx * ny);
  dump("k", k, sizeof(double), 64 * 64);
  return 0;
}
