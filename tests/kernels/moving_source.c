// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A source that moves along a row, a cell every other step.
// NO-DIAMOND
// SWEEP-ONLY
// RANK: 2
// RUN-ARGS: 29 17 @
// STEPS: 0 1 7
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 29), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  size_t size = (size_t)nx * ny;
  float(*u)[nx] = array(size, sizeof(float)), (*v)[nx] = array(size, sizeof(float));
  fill_float(&u[0][0], size, 41);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    int x = 4 + t / 2;
    u[ny / 2][x] += 0.75f;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[j][i] = v[j][i];
  }
  dump("u", u, sizeof(float), size);
  dump("v", v, sizeof(float), size);
  return 0;
}
