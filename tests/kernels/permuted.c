// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The loops of a nest in every order but the array's.
// READING
// RANK: 3
// RUN-ARGS: 12 10 9 @
// RUN-ARGS: 3 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 12), ny = arg(argc, argv, 2, 10), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  float(*u)[ny][nx] = array(cells, sizeof(float));
  float(*v)[ny][nx] = array(cells, sizeof(float));
  fill_float(&u[0][0][0], cells, 71);
  fill_float(&v[0][0][0], cells, 72);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int x = 1; x < nx - 1; x++)
      for (int y = 1; y < ny - 1; y++)
        for (int z = 1; z < nz - 1; z++)
          v[z][y][x] = 0.5f * u[z][y][x] + 0.1f * (u[z - 1][y][x] + u[z + 1][y][x]) + 0.05f * u[z][y - 1][x + 1];
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++)
        for (int z = 1; z < nz - 1; z++)
          u[z][y][x] = 0.5f * v[z][y][x] + 0.1f * (v[z][y - 1][x] + v[z][y + 1][x]) + 0.05f * v[z + 1][y][x - 1];
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
