// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three levels, ghosts refreshed before each update, along z and x; walls along y. No corners, so nobody writes them.
// RING-OF-PLANES
// RING-OF-ROWS
// NO-STREAM
// WHOLE: elements at any distance
// RANK: 3
// RUN-ARGS: 12 9 10 @
// RUN-ARGS: 3 4 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 12), ny = arg(argc, argv, 2, 9), nz = arg(argc, argv, 3, 10), steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float(*p)[ny][nx] = array(cells, sizeof(float)), (*q)[ny][nx] = array(cells, sizeof(float));
  float(*r)[ny][nx] = array(cells, sizeof(float));
  fill_float(&p[0][0][0], cells, 96);
  fill_float(&q[0][0][0], cells, 97);
  fill_float(&r[0][0][0], cells, 98);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++) {
        q[k][j][0] = q[k][j][nx - 2];
        q[k][j][nx - 1] = q[k][j][1];
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        q[0][j][i] = q[nz - 2][j][i];
        q[nz - 1][j][i] = q[1][j][i];
      }
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          r[k][j][i] = 1.9f * q[k][j][i] - p[k][j][i] + 0.05f * (q[k - 1][j][i] + q[k + 1][j][i] + q[k][j - 1][i] + q[k][j + 1][i] + q[k][j][i - 1] - q[k][j][i + 1]);
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
