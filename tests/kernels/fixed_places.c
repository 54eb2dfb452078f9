// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// All cells look at one row, whose number is a parameter, and one column, which the step changes.
// The step brings them into arrays of its own.
// READING
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// NO-STREAM
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 37 29 @
// RUN-ARGS: 6 7 @
// TINY-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 29), steps = arg(argc, argv, 3, 7), row = ny / 3;
  size_t cells = (size_t)nx * ny;
  float(*u)[nx] = array(cells, sizeof(float)), (*v)[nx] = array(cells, sizeof(float));
  fill_float(&u[0][0], cells, 15);
  fill_float(&v[0][0], cells, 16);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j][i] = 0.5f * u[j][i] + 0.125f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) -
                  0.25f * u[row][i] + (j > 3 ? 0.125f * u[j][nx - 1] : 0);
    float(*w)[nx] = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof(float), cells);
  dump("v", v, sizeof(float), cells);
  return 0;
}
