// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Nests over different boxes in one step, some empty at small sizes, some on one row; a constant fill; a shifted copy.
// RANK: 2
// RUN-ARGS: 26 20 @
// RUN-ARGS: 6 5 @
// TINY-ARGS: 4 4 @
#include "dump.h"

static void step(int nx, int ny, float u[ny][nx], float v[ny][nx], float w[ny][nx], int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        w[j][i] = 0.0f;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        w[j][i] = u[j][i - 1] - v[j - 1][i];
    for (int j = 2; j < ny - 2; j++)
      for (int i = 3; i < nx - 1; i++)
        v[j][i] = 0.5f * v[j][i] + 0.25f * (w[j - 1][i] + w[j + 1][i - 1]);
    for (int i = 1; i < nx - 1; i++)
      u[2][i] = 0.5f * (v[1][i] + w[3][i + 1]);
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx - 2; i++)
        u[j][i] = 0.75f * u[j][i] + 0.2f * v[j][i + 2];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), ny = arg(argc, argv, 2, 20);
  size_t cells = (size_t)nx * ny;
  float *f[3];
  for (int n = 0; n < 3; n++) {
    f[n] = array(cells, sizeof(float));
    fill_float(f[n], cells, 91 + n);
  }
  step(nx, ny, (float(*)[nx])f[0], (float(*)[nx])f[1], (float(*)[nx])f[2], arg(argc, argv, 3, 7));
  for (int n = 0; n < 3; n++)
    dump("f", f[n], sizeof(float), cells);
  return 0;
}
