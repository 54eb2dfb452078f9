// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that nobody reads after the region: one that each step fills again, and one that is exchanged.
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 5 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 23), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double(*u)[nx] = array(cells, sizeof(double)), (*v)[nx] = array(cells, sizeof(double)), (*lap)[nx] = array(cells, sizeof(double));
  fill_double(&u[0][0], cells, 61);
  fill_double(&v[0][0], cells, 62);

#pragma stencil scratch(lap, v)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        lap[j][i] = u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - 4.0 * u[j][i];
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++)
        v[j][i] = u[j][i] - 0.01 * (lap[j][i - 1] + lap[j][i + 1] + lap[j - 1][i] + lap[j + 1][i] - 4.0 * lap[j][i]);
    double(*tmp)[nx] = u;
    u = v;
    v = tmp;
  }

  dump("u", u, sizeof(double), cells);
  return 0;
}
