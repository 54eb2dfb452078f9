// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells in the order of the loops, in space: Gauss-Seidel over six neighbours, over edges of the cube too, along two of
// three axes, and along one.
// SWEEP-ONLY
// NO-DIAMOND
// RANK: 3
// RUN-ARGS: 13 11 17 @
// RUN-ARGS: 70 5 4 @
// TINY-ARGS: 3 3 3 @
// STEPS: 0 1 3
// REGION: @
// REGION: @
// WHOLE: cells come in the order of the loops
#include "dump.h"

static void planes(int nx, int ny, int nz, int steps, double (*a)[ny][nx]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz; k++)
      for (int j = 0; j < ny - 1; j++)
        for (int i = 0; i < nx; i++)
          a[k][j][i] = 0.5 * a[k][j][i] + 0.25 * a[k - 1][j + 1][i];
    for (int k = 1; k < nz; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 0; i < nx; i++)
          a[k][j][i] = 0.5 * a[k][j][i] + 0.125 * (a[k][j - 1][i] + a[k - 1][j + 1][i]);
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny - 1; j++)
        for (int i = 1; i < nx; i++)
          a[k][j][i] = 0.5 * a[k][j][i] + 0.125 * (a[k][j + 1][i] + a[k][j][i - 1]);
    for (int k = nz - 2; k >= 0; k--)
      for (int j = 0; j < ny; j++)
        for (int i = 1; i < nx; i++)
          a[k][j][i] += 0.25 * (a[k + 1][j][i] - a[k][j][i - 1]);
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 1; i < nx; i++)
          a[k][j][i] += 0.25 * a[k][j][i - 1];
    for (int k = 0; k < nz; k++)
      for (int j = 1; j < ny; j++)
        for (int i = 0; i < nx; i++)
          a[k][j][i] -= 0.25 * a[k][j - 1][i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 17);
  int steps = arg(argc, argv, 4, 3);
  size_t cells = (size_t)nx * ny * nz;
  float(*u)[ny][nx] = array(cells, sizeof(float));
  double(*a)[ny][nx] = array(cells, sizeof(double));
  fill_float(&u[0][0][0], cells, 8);
  fill_double(&a[0][0][0], cells, 9);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          u[k][j][i] =
              (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i]) /
              6.0f;
    for (int k = 1; k < nz - 1; k++)
      for (int j = ny - 2; j > 0; j--)
        for (int i = 1; i < nx - 1; i++)
          u[k][j][i] += 0.1f * (u[k - 1][j - 1][i + 1] + u[k][j + 1][i + 1] + u[k - 1][j][i - 1] - u[k + 1][j][i]);
  }
  planes(nx, ny, nz, steps, a);
  dump("u", u, sizeof(float), cells);
  dump("a", a, sizeof(double), cells);
  free(u);
  free(a);
  return 0;
}
