// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tables of tables of rows, as scientific codes allocate them, with the walls as nests of their own, and the exchange in
// the step. Rows one by one (0) or all in one block (1).
// RANK: 3
// RUN-ARGS: 14 9 8 0 @
// RUN-ARGS: 7 6 9 1 @
// RUN-ARGS: 3 4 3 0 @
// STEPS: 0 1 5
#include "dump.h"

static double ***volume(int nx, int ny, int nz, int block, unsigned seed) {
  double ***table = array((size_t)nz, sizeof *table), *all = array((size_t)nx * ny * nz, sizeof *all);
  fill_double(all, (size_t)nx * ny * nz, seed);
  for (int k = 0; k < nz; k++) {
    table[k] = array((size_t)ny, sizeof **table);
    for (int j = 0; j < ny; j++) {
      double *row = all + ((size_t)k * ny + j) * nx;
      table[k][j] = block ? row : memcpy(array((size_t)nx, sizeof *row), row, nx * sizeof *row);
    }
  }
  return table;
}

static void dump_volume(const char *name, double ***table, int nx, int ny, int nz) {
  for (int k = 0; k < nz; k++)
    for (int j = 0; j < ny; j++)
      dump(name, table[k][j], sizeof(double), (size_t)nx);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 9), nz = arg(argc, argv, 3, 8), block = arg(argc, argv, 4, 0);
  int steps = arg(argc, argv, 5, 5);
  double ***u = volume(nx, ny, nz, block, 5), ***v = volume(nx, ny, nz, block, 6);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          v[k][j][i] = 0.4 * u[k][j][i] + 0.1 * (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] +
                                                  u[k - 1][j][i] + u[k + 1][j][i]);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        v[0][j][i] = v[1][j][i];
        v[nz - 1][j][i] = v[nz - 2][j][i];
      }
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        v[k][j][0] = 0.0;
    double ***swap = u;
    u = v;
    v = swap;
  }

  dump_volume("u", u, nx, ny, nz);
  dump_volume("v", v, nx, ny, nz);
  return 0;
}
