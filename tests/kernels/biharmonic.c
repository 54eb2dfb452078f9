// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A stage into a scratch array that the next stage reads at neighbours; then in place.
// RANK: 2
// ROWS-AT-ONCE
// RUN-ARGS: 27 22 @
// RUN-ARGS: 28 9 @
// RUN-ARGS: 5 5 @
// TINY-ARGS: 3 3 @
#include "dump.h"

static void relax(int nx, int ny, double u[ny][nx], double lap[ny][nx], int steps) {
#pragma stencil
  for (int n = 0; n < steps; n++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        lap[j][i] = u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i] - 4.0 * u[j][i];
    for (int j = 2; j < ny - 2; j++)
      for (int i = 2; i < nx - 2; i++)
        u[j][i] = u[j][i] - 0.01 * (lap[j][i - 1] + lap[j][i + 1] + lap[j - 1][i] + lap[j + 1][i] - 4.0 * lap[j][i]);
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 27), ny = arg(argc, argv, 2, 22);
  double(*u)[nx] = array((size_t)nx * ny, sizeof(double));
  double(*lap)[nx] = array((size_t)nx * ny, sizeof(double));
  fill_double(&u[0][0], (size_t)nx * ny, 30);
  fill_double(&lap[0][0], (size_t)nx * ny, 31);
  relax(nx, ny, u, lap, arg(argc, argv, 3, 7));
  dump("u", u, sizeof(double), (size_t)nx * ny);
  dump("lap", lap, sizeof(double), (size_t)nx * ny);
  return 0;
}
