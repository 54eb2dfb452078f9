// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Seismic wave: radius 4, two levels kept by overwriting the oldest, velocity array, swap.
// RANK: 3
// ROWS-AT-ONCE
// RUN-ARGS: 17 13 12 @
// RUN-ARGS: 20 11 10 @
// RUN-ARGS: 9 9 9 @
#include "dump.h"

static const float c[5] = {-2.847f, 1.6f, -0.2f, 0.0254f, -0.0018f};

static void wave(int nx, int ny, int nz, float (*p0)[ny][nx], float (*p1)[ny][nx], float (*vel)[ny][nx], int steps,
                 float c0, float c1, float c2, float c3, float c4) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 4; k < nz - 4; k++)
      for (int j = 4; j < ny - 4; j++)
        for (int i = 4; i < nx - 4; i++) {
          float div = 3.0f * c0 * p1[k][j][i];
          div += c1 * (p1[k][j][i + 1] + p1[k][j][i - 1] + p1[k][j + 1][i] + p1[k][j - 1][i] + p1[k + 1][j][i] +
                       p1[k - 1][j][i]);
          div += c2 * (p1[k][j][i + 2] + p1[k][j][i - 2] + p1[k][j + 2][i] + p1[k][j - 2][i] + p1[k + 2][j][i] +
                       p1[k - 2][j][i]);
          div += c3 * (p1[k][j][i + 3] + p1[k][j][i - 3] + p1[k][j + 3][i] + p1[k][j - 3][i] + p1[k + 3][j][i] +
                       p1[k - 3][j][i]);
          div += c4 * (p1[k][j][i + 4] + p1[k][j][i - 4] + p1[k][j + 4][i] + p1[k][j - 4][i] + p1[k + 4][j][i] +
                       p1[k - 4][j][i]);
          p0[k][j][i] = 2 * p1[k][j][i] - p0[k][j][i] + vel[k][j][i] * div;
        }
    float(*older)[ny][nx] = p0;
    p0 = p1;
    p1 = older;
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 13), nz = arg(argc, argv, 3, 12);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float *a = array(cells, sizeof *a), *b = array(cells, sizeof *b), *vel = array(cells, sizeof *vel);
  fill_float(a, cells, 16);
  fill_float(b, cells, 17);
  fill_float(vel, cells, 18);
  for (size_t n = 0; n < cells; n++)
    vel[n] = 0.04f + 0.02f * vel[n];
  wave(nx, ny, nz, (float(*)[ny][nx])a, (float(*)[ny][nx])b, (float(*)[ny][nx])vel, steps, c[0], c[1], c[2], c[3],
       c[4]);
  dump("a", a, sizeof *a, cells);
  dump("b", b, sizeof *b, cells);
  return 0;
}
