// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code that changes what the loops work on: cells, coefficients' arrays of all axes and of one, a factor. One
// stands before the swap, one behind it, for which the clause names what it touches.
// RANK: 2
// RUN-ARGS: 24 19 @
// RUN-ARGS: 4 3 @
// STEPS: 0 1 6 14
// DEPTHS: 1 2 3 4
// HOST: every 4 from 2
#include "dump.h"

static void kick(double *u, size_t cells, double by) {
  for (size_t n = 0; n < cells; n += 5)
    u[n] += by;
  printf("kicked by %g\n", by);
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 14);
  size_t cells = (size_t)nx * ny;
  double *a = array(cells, sizeof(double)), *b = array(cells, sizeof(double)), *c = array(cells, sizeof(double));
  fill_double(a, cells, 71);
  fill_double(b, cells, 72);
  fill_double(c, cells, 73);
  double *column = array((size_t)nx, sizeof(double));
  fill_double(column, (size_t)nx, 74);
  double factor = 0.25;
  int kicks = 0;

#pragma stencil host(read : b; write : a, c, column)
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        b[j * nx + i] = factor * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]) +
                        0.125 * c[j * nx + i] * column[i];
    if (t % 4 == 2) {
      printf("%a %a\n", a[nx + 1], b[nx + 1]);
      kick(a, cells, 0.5); // its cells that no step updates are seen again two steps later
      kicks++;
    }
    double *spare = a;
    a = b;
    b = spare;
    if (t % 4 == 2) {
      kick(c, cells, 0.25);
      kick(column, (size_t)nx, 0.5);
      factor *= 0.75;
    }
  }

  DUMP(kicks);
  DUMP(factor);
  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  dump("c", c, sizeof(double), cells);
  return 0;
}
