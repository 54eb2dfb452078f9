// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghost columns that are filled in all rows, beside cells that look at no other rows and leave out the first row and the
// last. These two keep what they had, in both arrays.
// RING-OF-ROWS
// RANK: 2
// RUN-ARGS: 31 22 @
// RUN-ARGS: 6 5 @
// NO-STREAM
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 31), ny = arg(argc, argv, 2, 22), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  fill_double(u, cells, 51);
  fill_double(v, cells, 52);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++) {
      u[j * nx] = u[j * nx + nx - 2];
      u[j * nx + nx - 1] = u[j * nx + 1];
    }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        v[j * nx + i] = 0.75 * u[j * nx + i] + 0.1 * u[j * nx + i - 1];
    double *swap = u;
    u = v;
    v = swap;
  }
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
