// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sponges on six sides, a plane of each in a round of one loop. Edges and corners are damped in the order of rounds.
// RANK: 3
// WHOLE: elements at any distance
// RUN-ARGS: 14 12 13 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 14), ny = arg(argc, argv, 2, 12), nz = arg(argc, argv, 3, 13), nb = arg(argc, argv, 4, 3),
      steps = arg(argc, argv, 5, 4);
  size_t size = (size_t)nx * ny * nz;
  float(*v)[ny][nx] = array(size, sizeof(float)), (*p)[ny][nx] = array(size, sizeof(float)), *w = array(nb, sizeof *w);
  fill_float(v[0][0], size, 3);
  fill_float(p[0][0], size, 4);
  fill_float(w, nb, 5);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int z = 1; z < nz - 1; z++)
      for (int y = 1; y < ny - 1; y++)
        for (int x = 1; x < nx - 1; x++)
          p[z][y][x] += 0.1f * (v[z - 1][y][x] + v[z + 1][y][x] + v[z][y - 1][x] + v[z][y + 1][x] + v[z][y][x - 1] +
                                v[z][y][x + 1] - 6 * v[z][y][x]);
    for (int ib = 0; ib < nb; ib++) {
      const float a = w[nb - 1 - ib];
      for (int z = 0; z < nz; z++)
        for (int y = 0; y < ny; y++) {
          p[z][y][ib] *= a;
          p[z][y][nx - 1 - ib] *= a;
        }
      for (int z = 0; z < nz; z++)
        for (int x = 0; x < nx; x++) {
          p[z][ib][x] *= a;
          p[z][ny - 1 - ib][x] *= a;
        }
      for (int y = 0; y < ny; y++)
        for (int x = 0; x < nx; x++) {
          p[ib][y][x] *= a;
          p[nz - 1 - ib][y][x] *= a;
        }
    }
    float(*spare)[ny][nx] = v;
    v = p;
    p = spare;
  }

  dump("v", v, sizeof(float), size);
  dump("p", p, sizeof(float), size);
  return 0;
}
