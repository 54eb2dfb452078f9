// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Options of the program that are numbers, in the conditions of cells, in a function that is called twice. Its counters
// are declared at its head.
// READING
// RANK: 2
// RUN-ARGS: 24 17 @
// RUN-ARGS: 5 4 @
#include "dump.h"

#define EVERYWHERE 0
#define MASKED 1
#define MIRROR 0

static void half(int nx, int ny, const double *a, double *b, const short *mask) {
  int i, j, at;
  double x;
  for (j = 1; j < ny - 1; j++)
    for (i = 1; i < nx - 1; i++) {
      at = j * nx + i;
      if (EVERYWHERE || mask[at] != 0) {
        x = a[at];
        b[at] = x + 0.1 * (a[at - 1] - 2 * x + a[at + 1]);
      } else if (MASKED && mask[at - 1]) {
        b[at] = MIRROR ? a[at - nx] : a[at + nx];
      }
      if (MIRROR ? mask[at] : !(EVERYWHERE || mask[at + 1]))
        b[at] -= 0.01;
    }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  size_t cells = (size_t)nx * ny;
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  short *mask = array(cells, sizeof(short));
  fill_double(u, cells, 71);
  for (size_t n = 0; n < cells; n++)
    mask[n] = (short)(n % 7 != 2);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    half(nx, ny, u, v, mask);
    half(nx, ny, v, u, mask);
  }
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  return 0;
}
