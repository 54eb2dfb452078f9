// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three axes, flat pointers through an index macro, copy nest.
// RANK: 3
// RUN-ARGS: 17 12 9 @
// RUN-ARGS: 3 3 3 @
#include "dump.h"

#define AT(k, j, i) (((k) * ny + (j)) * nx + (i))

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 17), ny = arg(argc, argv, 2, 12), nz = arg(argc, argv, 3, 9);
  int steps = arg(argc, argv, 4, 7);
  double *u = array((size_t)nx * ny * nz, sizeof *u);
  double *v = array((size_t)nx * ny * nz, sizeof *v);
  fill_double(u, (size_t)nx * ny * nz, 11);
  fill_double(v, (size_t)nx * ny * nz, 12);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          v[AT(k, j, i)] = (u[AT(k, j, i)] + u[AT(k, j, i - 1)] + u[AT(k, j, i + 1)] + u[AT(k, j - 1, i)] +
                            u[AT(k, j + 1, i)] + u[AT(k - 1, j, i)] + u[AT(k + 1, j, i)]) /
                           7.0;
    for (int k = 1; k < nz - 1; k++)
      for (int j = 1; j < ny - 1; j++)
        for (int i = 1; i < nx - 1; i++)
          u[AT(k, j, i)] = v[AT(k, j, i)];
  }

  dump("u", u, sizeof *u, (size_t)nx * ny * nz);
  dump("v", v, sizeof *v, (size_t)nx * ny * nz);
  return 0;
}
