// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cells that store ahead of themselves where that is inside of the array, of a size that is a number: what enters a
// cell is what leaves its neighbours.
// RANK: 2
// READING
// WHOLE: the planes of
// RUN-ARGS: @
#include "dump.h"

#define NX 26
#define NY 19

static const int ex[5] = {0, 1, 0, -1, 0}, ey[5] = {0, 0, 1, 0, -1};
static double f[NX][NY][5], g[NX][NY][5], p[NY][NX], q[NY][NX];

static int inside(int x, int y) {
  if (x > NX - 1 || x < 0)
    return 0;
  if (y > NY - 1 || y < 0)
    return 0;
  return 1;
}

static int outside(int n, int x) { return x < 0 || x >= n ? 1 : 0; }

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7), ny = NY, nx = NX;
  fill_double(&f[0][0][0], NX * NY * 5, 61);
  fill_double(&p[0][0], NX * NY, 62);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int x = 0; x < NX; x++)
      for (int y = 0; y < NY; y++)
        for (int i = 0; i < 5; i++)
          g[x][y][i] = 0.99 * f[x][y][i] + 0.001 * f[x][y][0];
    for (int x = 0; x < NX; x++)
      for (int y = 0; y < NY; y++)
        for (int i = 0; i < 5; i++) {
          int xn = x + ex[i], yn = y + ey[i];
          if (inside(xn, yn) == 1)
            f[xn][yn][i] = g[x][y][i];
        }
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        q[j][i] = 0.75 * p[j][i];
    // To the right and up, by a constant and by a variable of the same value.
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        if (i + 1 < NX && !outside(NY, j - 1))
          p[j - 1][i + 1] = q[j][i] + 0.125 * q[j - 1][i];
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        if (j + 2 < ny && i >= 3)
          p[j + 2][i - 3] += q[j][i];
  }
  dump("f", f, sizeof(double), NX * NY * 5);
  dump("p", p, sizeof(double), NX * NY);
  return 0;
}
