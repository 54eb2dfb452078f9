// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Output every few steps from a torus: the planes beyond its ends are what host code has made of the others.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 17 29 @
// RUN-ARGS: 3 3 @
// STEPS: 0 1 2 13
// HOST: every 4 from 3
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 13);
  const size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 61);
  fill_float(&v[0][0], cells, 62);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[j][i] = 0.5f * u[j][i] + 0.25f * u[(j + 1) % ny][i] + 0.25f * u[(j + 2 * ny - 2) % ny][(i + 1) % nx];
    float(*w)[nx] = u;
    u = v;
    v = w;
    if (t % 4 == 3) {
      printf("%a\n", u[ny - 1][0]);
      u[0][1] += 0.5f;
    }
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
