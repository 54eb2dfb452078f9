// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A staggered acoustic scheme: velocities from the pressure, then the pressure from the velocities, in place.
// RANK: 3
// RUN-ARGS: 13 11 9 @
// RUN-ARGS: 16 7 6 @
// BLOCK-ARGS: 13 61 29 @
// TINY-ARGS: 2 3 4 @
#include "dump.h"

#define NAT(k, j, i) ((i) + nx * ((j) + ny * (k)))

static void acoustic(int nx, int ny, int nz, float *restrict p, float *restrict vx, float *restrict vy,
                     float *restrict vz, int steps) {
#pragma stencil
  for (int t = 1; t <= steps; t++) {
    for (int k = 0; k < nz - 1; k++)
      for (int j = 0; j < ny - 1; j++)
        for (int i = 0; i < nx - 1; i++) {
          vx[NAT(k, j, i)] -= 0.3f * (p[NAT(k, j, i + 1)] - p[NAT(k, j, i)]);
          vy[NAT(k, j, i)] -= 0.3f * (p[NAT(k, j + 1, i)] - p[NAT(k, j, i)]);
          vz[NAT(k, j, i)] -= 0.3f * (p[NAT(k + 1, j, i)] - p[NAT(k, j, i)]);
        }
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          p[NAT(k, j, i)] -= 0.3f * (vx[NAT(k, j, i)] - vx[NAT(k, j, i - 1)] + vy[NAT(k, j, i)] -
                                     vy[NAT(k, j - 1, i)] + vz[NAT(k, j, i)] - vz[NAT(k - 1, j, i)]);
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9);
  size_t cells = (size_t)nx * ny * nz;
  float *field[4];
  for (int f = 0; f < 4; f++) {
    field[f] = array(cells, sizeof(float));
    fill_float(field[f], cells, 22 + f);
  }
  acoustic(nx, ny, nz, field[0], field[1], field[2], field[3], arg(argc, argv, 4, 7));
  for (int f = 0; f < 4; f++)
    dump("field", field[f], sizeof(float), cells);
  return 0;
}
