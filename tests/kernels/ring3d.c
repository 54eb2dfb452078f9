// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A torus of three axes: planes know their number, a coefficient is asked for around the end too, one side is farther than the other,
// and what changes is summed up.
// NO-DIAMOND
// RANK: 3
// RUN-ARGS: 9 8 37 @
// RUN-ARGS: 3 2 2 @
// TINY-ARGS: 4 3 4 @
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 9), ny = arg(argc, argv, 2, 8), nz = arg(argc, argv, 3, 37), steps = arg(argc, argv, 4, 7);
  const size_t cells = (size_t)nx * ny * nz;
  float(*u)[ny][nx] = array(cells, sizeof(float)), (*v)[ny][nx] = array(cells, sizeof(float)), (*c)[ny][nx] = array(cells, sizeof(float));
  fill_float(&u[0][0][0], cells, 31);
  fill_float(&c[0][0][0], cells, 32);
  float change = 0.0f, most = 0.0f;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    change = 0.0f;
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++) {
          const float here = u[k][j][i], below = u[(k + nz - 1) % nz][j][i], above = u[(k + 1) % nz][j][i], far = u[(k + 2 * nz - 2) % nz][j][i];
          const float side = u[k][(j + 1) % ny][i] + u[k][j][i == 0 ? nx - 1 : i - 1];
          const float flux = c[(k + 1) % nz][j][i] * (above - here) - c[k][j][i] * (here - below);
          v[k][j][i] = 0.5f * here + 0.125f * side + 0.0625f * flux + 0.03125f * far + (k % 3 == 0 ? 0.25f : 0.0f) + (k == nz / 2 ? 0.5f : 0.0f) * (float)t;
          change += (v[k][j][i] - here) * (v[k][j][i] - here);
        }
    most = change > most ? change : most;
    float(*swap)[ny][nx] = u;
    u = v;
    v = swap;
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  dump("change", &change, sizeof(float), 1);
  dump("most", &most, sizeof(float), 1);
  return 0;
}
