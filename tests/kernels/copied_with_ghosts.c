// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// memcpy and flat loops over arrays whose lengths are sums: a layer of ghost cells on each side.
// RANK: 3
// RUN-ARGS: 17 13 7 @
// RUN-ARGS: 2 3 2 @
// TINY-ARGS: 1 1 1 @
// REGION: @
// REGION: @
#include "dump.h"

#include <string.h>

#define AT(k, j, i) (((k) * (ny + 2) + (j)) * (nx + 2) + (i))

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 13), nz = arg(argc, argv, 3, 7), steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)(nx + 2) * (ny + 2) * (nz + 2);
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  fill_double(u, cells, 1);
  fill_double(v, cells, 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k <= nz; k++)
      for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++)
          v[AT(k, j, i)] = 0.125 * (u[AT(k - 1, j, i)] + u[AT(k + 1, j, i)] + u[AT(k, j - 1, i)] + u[AT(k, j + 1, i)]) +
                           0.25 * (u[AT(k, j, i - 1)] + u[AT(k, j, i + 1)]);
    memcpy(u, v, (nz + 2) * (ny + 2) * (nx + 2) * sizeof(double));
  }
  dump("u", u, sizeof(double), cells);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k <= nz; k++)
      for (int j = 1; j <= ny; j++)
        for (int i = 1; i <= nx; i++)
          v[AT(k, j, i)] = 0.5 * u[AT(k, j, i)] + 0.25 * (u[AT(k - 1, j, i)] + u[AT(k, j + 1, i)]);
    for (size_t c = 0; c < cells; c++)
      u[c] = 0.75 * v[c];
  }
  dump("u", u, sizeof(double), cells);
  return 0;
}
