// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pointers to the first inner cell of arrays with a halo, so that subscripts are negative: two that are exchanged, and one
// without a halo beside them.
// READING
// RANK: 2
// RUN-ARGS: 21 17 @
// RUN-ARGS: 5 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  int pitch = nx + 3;
  size_t cells = (size_t)pitch * (ny + 3), inner = (size_t)nx * ny;
  double *first = array(cells, sizeof(double)), *second = array(cells, sizeof(double)), *weight = array(inner, sizeof(double));
  fill_double(first, cells, 61);
  fill_double(second, cells, 62);
  fill_double(weight, inner, 63);
  double *u = first + 2 * pitch + 2, *v = second + 2 * pitch + 2;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++)
        v[j * pitch + i] = weight[j * nx + i] * u[j * pitch + i] +
                           0.125 * (u[j * pitch + i - 2] + u[j * pitch + i + 1] + u[(j - 2) * pitch + i] + u[(j + 1) * pitch + i]);
    double *spare = u;
    u = v;
    v = spare;
  }

  printf("%td %td\n", u - first > 0 && u - first < (long)cells ? u - first : 0, v - second > 0 && v - second < (long)cells ? v - second : 0);
  dump("u", u - 2 * pitch - 2, sizeof(double), cells);
  dump("v", v - 2 * pitch - 2, sizeof(double), cells);
  return 0;
}
