// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest change of a step in a volume ends the time loop; another nest counts along the way, from the last plane to the first.
// NO-DIAMOND
// RANK: 3
// RUN-ARGS: 40 7 6 @
// RUN-ARGS: 5 3 3 @
// TINY-ARGS: 4 2 4 @
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 40), ny = arg(argc, argv, 2, 7), nz = arg(argc, argv, 3, 6), steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  double(*u)[ny][nx] = array(cells, sizeof(double));
  double(*v)[ny][nx] = array(cells, sizeof(double));
  fill_double(&u[0][0][0], cells, 5);
  fill_double(&v[0][0][0], cells, 6);
  double err = 1;
  long long above = 0;

#pragma stencil
  for (int t = 0; t < steps && err > 1e-9; t++) {
    err = 0;
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++) {
          v[k][j][i] = (u[k][j][i - 1] + u[k][j][i + 1] + u[k][j - 1][i] + u[k][j + 1][i] + u[k - 1][j][i] + u[k + 1][j][i]) / 6;
          const double d = fabs(v[k][j][i] - u[k][j][i]);
          if (d > err)
            err = d;
        }
    for (int k = nz - 2; k >= 1; k--)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++) {
          u[k][j][i] = v[k][j][i];
          if (v[k][j][i] > 0)
            above += i;
        }
  }

  DUMP(err);
  DUMP(above);
  dump("u", u, sizeof(double), cells);
  return 0;
}
