// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What loops leave in their counters, read behind them in the row: the element at the end, a number, an inclusive end.
// What a loop over the elements of a flat array leaves behind the region.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 11 @
// TINY-ARGS: 1 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), i = 0, j = 0;
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double));
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++) {
      for (i = 1; i < nx - 1; i++)
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
      v[j][i] = 0.5 * u[j][i] + 1e-3 * i;
    }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  // An inclusive end.
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j <= ny - 2; j++) {
      for (i = 1; i <= nx - 2; i++)
        v[j][i] = 0.5 * (u[j][i - 1] + u[j][i + 1]);
      v[j][i] = u[j][i - 1];
      v[j][i - 1] += u[j][1];
    }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }
  printf("%d %d\n", i, j);

  int k = -1;
  double *a = *u, *b = *v;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < ny - 1; j++)
      for (i = 1; i < nx - 1; i++)
        b[j * nx + i] = 0.25 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
    for (k = 0; k < nx * ny; k++)
      a[k] = b[k];
  }
  printf("%d\n", k);

  dump("u", *u, sizeof **u, nx * ny);
  dump("v", *v, sizeof **v, nx * ny);
}
