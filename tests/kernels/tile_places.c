// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbered tiles whose loops end by the places of the tiles, `t * size < n`: with the cells' own end, with one that a
// condition around the cells says, and with whole tiles, which the call asks for.
// READING
// RANK: 2
// NO-DIAMOND
// RUN-ARGS: 37 23 @ 5 4
// RUN-ARGS: 26 12 @ 6 64
// TINY-ARGS: 3 3 @ 1 2
// TINY-ARGS: 9 8 @ 5 1
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 37), ny = arg(argc, argv, 2, 23), steps = arg(argc, argv, 3, 7);
  const int bx = arg(argc, argv, 4, 5), by = arg(argc, argv, 5, 4);
  double *u = array((size_t)nx * ny, sizeof *u), *v = array((size_t)nx * ny, sizeof *v);
  fill_double(u, (size_t)nx * ny, 1);
  fill_double(v, (size_t)nx * ny, 2);
  int i, j, ti, tj;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (tj = 0; tj * by < ny; tj++)
      for (ti = 0; bx * ti <= nx - 1; ti++)
        for (j = tj * by; j < (tj + 1) * by && j < ny; j++)
          for (i = ti * bx; i < (ti + 1) * bx && i < nx; i++) {
            v[j * nx + i] = 0.5 * u[j * nx + i];
            if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1)
              v[j * nx + i] +=
                  0.125 * (u[j * nx + i - 1] + u[j * nx + i + 1] + u[(j - 1) * nx + i] + u[(j + 1) * nx + i]);
          }
    double *w = u;
    u = v;
    v = w;
  }

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (tj = 0; by * tj < ny; tj++)
      for (j = tj * by; j < by * tj + by; j++)
        if (j < ny)
          for (i = 0; i < nx; i++)
            v[j * nx + i] = u[j * nx + i] + t;
    for (ti = 1; ti * 2 < 2 * (nx / 2); ti++)
      for (i = ti * 2; i < ti * 2 + 2; i++)
        for (j = 0; j < ny; j++)
          u[j * nx + i] = 0.25 * v[j * nx + i];
  }
  dump("u", u, sizeof(double), (size_t)nx * ny);
  dump("v", v, sizeof(double), (size_t)nx * ny);
  return 0;
}
