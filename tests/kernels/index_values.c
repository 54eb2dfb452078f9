// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The cell's own coordinates as values and in conditions; a domain in the middle of the grid.
// READING
// RANK: 3
// RUN-ARGS: 14 12 11 @
// RUN-ARGS: 5 4 6 @
#include "dump.h"

static void forced(int nx, int ny, int nz, double (*restrict u)[ny][nx], double (*restrict v)[ny][nx], int steps,
                   double h) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 2; k++)
      for (int j = 2; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++) {
          double x = i * h, y = (j - 1) * h;
          double f = k % 2 == 0 ? x * (1.0 - x) : y - k;
          if (i + j > nx && k != 3)
            f = -f;
          v[k][j][i] = 0.3 * u[k][j][i] + 0.1 * (u[k + 2][j][i] + u[k - 1][j][i] + u[k][j - 2][i] + u[k][j][i + 1]) +
                       0.001 * f;
        }
    for (int k = 1; k < nz - 2; k++)
      for (int j = 2; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          u[k][j][i] = v[k][j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 12), nz = arg(argc, argv, 3, 11);
  size_t cells = (size_t)nx * ny * nz;
  double *u = array(cells, sizeof *u), *v = array(cells, sizeof *v);
  fill_double(u, cells, 85);
  fill_double(v, cells, 86);
  forced(nx, ny, nz, (double(*)[ny][nx])u, (double(*)[ny][nx])v, arg(argc, argv, 4, 7), 0.0625);
  dump("u", u, sizeof *u, cells);
  dump("v", v, sizeof *v, cells);
  return 0;
}
