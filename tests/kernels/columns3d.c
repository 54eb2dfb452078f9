// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A box that is periodic along x and y, whose ends along z are their own neighbours: rows, planes and columns ask where they are.
// NO-DIAMOND
// RANK: 3
// RUN-ARGS: 19 7 6 @
// RUN-ARGS: 2 3 2 @
// TINY-ARGS: 1 1 1 @
// DEPTHS: 1 2
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 19), ny = arg(argc, argv, 2, 7), nz = arg(argc, argv, 3, 6), steps = arg(argc, argv, 4, 7);
  const size_t cells = (size_t)nx * ny * nz;
  float(*u)[ny][nx] = array(cells, sizeof(float)), (*v)[ny][nx] = array(cells, sizeof(float));
  fill_float(&u[0][0][0], cells, 61);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          const int w = (i + nx - 1) % nx, e = (i + 1) % nx, s = (j + ny - 1) % ny, n = (j + 1) % ny;
          const int below = k > 0 ? k - 1 : k, above = k < nz - 1 ? k + 1 : k;
          v[k][j][i] = 0.4f * u[k][j][i] + 0.1f * (u[k][j][w] + u[k][j][e] + u[k][s][i] + u[k][n][i] + u[below][j][i]) + 0.05f * u[above][n][e];
        }
    float(*swap)[ny][nx] = u;
    u = v;
    v = swap;
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
