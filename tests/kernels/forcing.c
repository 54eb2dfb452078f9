// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A value for each step and cell: forcing at two times (an array of arrays, a flat one), several receivers' sources, and a run
// backwards in time.
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 3 3 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
#include "dump.h"

#define RECEIVERS 3

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double));
  float *heat = array(cells * (size_t)(steps + 1), sizeof(float));
  double(*force)[ny][nx] = array(cells * (size_t)(steps + 1), sizeof(double));
  double(*source)[RECEIVERS] = array((size_t)(steps + 1) * RECEIVERS, sizeof(double));
  fill_double(&u[0][0], cells, 81);
  fill_double(&v[0][0], cells, 82);
  fill_float(heat, cells * (size_t)(steps + 1), 83);
  fill_double(&force[0][0][0], cells * (size_t)(steps + 1), 84);
  fill_double(&source[0][0], (size_t)(steps + 1) * RECEIVERS, 85);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++)
        v[y][x] = 0.2 * (u[y][x - 1] + u[y][x + 1] + u[y - 1][x] + u[y + 1][x]) + 0.1 * (force[t][y][x] + force[t + 1][y][x]) +
                  heat[((size_t)t * ny + y) * nx + x];
    v[1][1] += source[t][0];
    v[ny / 2][nx / 2] += source[t][RECEIVERS - 1];
    double(*keep)[nx] = u;
    u = v;
    v = keep;
  }

#pragma stencil
  for (int t = steps; t > 0; t--) {
    for (int y = 1; y < ny - 1; y++)
      for (int x = 1; x < nx - 1; x++) {
        double change = force[t][y][x] - force[t - 1][y][x];
        if (change > 0)
          v[y][x] = u[y][x + 1] - change * u[y][x];
        else
          v[y][x] = u[y + 1][x] + heat[(t * ny + y) * nx + x - 1];
      }
    double(*keep)[nx] = u;
    u = v;
    v = keep;
  }
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
