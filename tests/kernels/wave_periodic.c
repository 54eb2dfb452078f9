// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A wave of radius 2 on a cylinder: wrapped along x, walls along y, reflected at both ends of z; unsigned indices; a source.
// RING-OF-ROWS
// RANK: 3
// RUN-ARGS: 13 11 9 @
// RUN-ARGS: 2 5 3 @
#include "dump.h"

int main(int argc, char **argv) {
  size_t nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = nx * ny * nz;
  float(*p)[ny][nx] = array(cells, sizeof(float)), (*q)[ny][nx] = array(cells, sizeof(float));
  float(*r)[ny][nx] = array(cells, sizeof(float));
  fill_float(&p[0][0][0], cells, 85);
  fill_float(&q[0][0][0], cells, 86);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (size_t k = 0; k < nz; k++) {
      size_t k1 = k > 0 ? k - 1 : 1, k2 = k < nz - 1 ? k + 1 : nz - 2;
      for (size_t j = 2; j < ny - 2; j++)
        for (size_t i = 0; i < nx; i++) {
          float lap = q[k][j][(i + 1) % nx] + q[k][j][(i + nx - 1) % nx] - 0.1f * (q[k][j][(i + 2) % nx] + q[k][j][(i + 2 * nx - 2) % nx]) +
                      q[k][j - 1][i] + q[k][j + 1][i] - 0.1f * (q[k][j - 2][i] + q[k][j + 2][i]) + q[k1][j][i] + q[k2][j][i] - 5.6f * q[k][j][i];
          r[k][j][i] = 2.0f * q[k][j][i] - p[k][j][i] + 0.05f * lap;
        }
    }
    r[1][2][1] += 0.5f * t;
    float(*old)[ny][nx] = p;
    p = q;
    q = r;
    r = old;
  }

  dump("p", p, sizeof(float), cells);
  dump("q", q, sizeof(float), cells);
  dump("r", r, sizeof(float), cells);
  return 0;
}
