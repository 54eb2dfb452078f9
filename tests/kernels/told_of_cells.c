// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What cells only set, where the program's own code alone looks at it: a flag that ends the loop, the last cell's place.
// READING
// RANK: 2
// RUN-ARGS: 37 23 @
// RUN-ARGS: 9 11 @
// TINY-ARGS: 1 2 @
// REGION: @
// REGION: @
// SWEEP-ONLY
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7), high, where = -1;
  double(*u)[nx] = array(nx * ny, sizeof(double)), (*v)[nx] = array(nx * ny, sizeof(double));
  fill_double(*u, nx * ny, 1);
  fill_double(*v, nx * ny, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    high = 0;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        v[j][i] = 0.3 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        if (v[j][i] > 0.9)
          high = j;
      }
    if (high) {
      printf("high in row %d, step %d\n", high, t);
      if (t == 100)
        exit(1);
    }
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        v[j][i] = 0.2 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        if (v[j][i] < u[j][i])
          where = j * nx + i;
      }
    printf("last at %d\n", where);
    where = -1;
    double(*w)[nx] = u;
    u = v;
    v = w;
  }

  dump("u", *u, sizeof **u, nx * ny);
  dump("v", *v, sizeof **v, nx * ny);
}
