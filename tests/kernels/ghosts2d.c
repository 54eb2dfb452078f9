// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Periodic by ghost loops, corners included: columns first, then whole rows; what the ghosts hold on entry is no image.
// NO-DIAMOND
// NO-STREAM
// WHOLE: elements at any distance
// RANK: 2
// RUN-ARGS: 31 24 @
// RUN-ARGS: 3 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 24), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float));
  float(*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 94);
  fill_float(&v[0][0], cells, 95);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.3f * u[j][i] + 0.1f * (u[j - 1][i - 1] + u[j - 1][i + 1] + u[j + 1][i - 1]) + 0.2f * (u[j][i + 1] + u[j - 1][i]) + 0.001f * i;
    for (int j = 1; j < ny - 1; j++) {
      v[j][0] = v[j][nx - 2];
      v[j][nx - 1] = v[j][1];
    }
    for (int i = 0; i < nx; i++) {
      v[0][i] = v[ny - 2][i];
      v[ny - 1][i] = v[1][i];
    }
    float(*swap)[nx] = u;
    u = v;
    v = swap;
  }

  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
