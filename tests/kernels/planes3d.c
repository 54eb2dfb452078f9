// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Dirichlet and Neumann planes of a 3-D box, written as loops over each plane within the time loop.
// RANK: 3
// RUN-ARGS: 12 11 10 @
// RUN-ARGS: 3 3 3 @
// BLOCK-ARGS: 30 80 70 @
#include "dump.h"

static void run(int nx, int ny, int nz, double u[nz][ny][nx], double v[nz][ny][nx], int steps, double wall) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          v[k][j][i] = 0.4 * u[k][j][i] + 0.1 * (u[k - 1][j][i] + u[k + 1][j][i] + u[k][j - 1][i] + u[k][j + 1][i] +
                                                 u[k][j][i - 1] + u[k][j][i + 1]);
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++) {
        v[k][j][0] = wall;
        v[k][j][nx - 1] = -wall;
      }
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        v[0][j][i] = v[1][j][i];
        v[nz - 1][j][i] = v[nz - 2][j][i];
      }
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
          u[k][j][i] = v[k][j][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 12), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 10);
  size_t cells = (size_t)nx * ny * nz;
  double *u = array(cells, sizeof *u), *v = array(cells, sizeof *v);
  fill_double(u, cells, 43);
  fill_double(v, cells, 44);
  run(nx, ny, nz, (double(*)[ny][nx])u, (double(*)[ny][nx])v, arg(argc, argv, 4, 7), 0.75);
  dump("u", u, sizeof *u, cells);
  dump("v", v, sizeof *v, cells);
  return 0;
}
