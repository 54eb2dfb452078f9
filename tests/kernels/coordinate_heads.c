// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Coordinates that begin and go on in the heads of loops: for (i = 0, x = x0; i < n; i++, x += dx)
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 11 @
// TINY-ARGS: 1 2 @
// REGION: @
// NO-DIAMOND
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), i, j;
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double));
  double x, y, dy = 0.3, x0 = -1;
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1, y = 0.5 * dy; j < ny - 1; j++, y += dy)
      for (i = 1, x = x0; i < nx - 1; x *= 0.99, i++)
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]) + x * y;
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  dump("u", *u, sizeof **u, nx * ny);
  dump("v", *v, sizeof **v, nx * ny);
}
