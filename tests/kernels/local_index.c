// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flat arrays through an index kept in a local variable of the cell, of the plane, or of the step, and through row pointers.
// READING
// RANK: 3
// RUN-ARGS: 13 11 9 @
// RUN-ARGS: 3 4 3 @
// TINY-ARGS: 2 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 13), ny = arg(argc, argv, 2, 11), nz = arg(argc, argv, 3, 9), steps = arg(argc, argv, 4, 7);
  size_t cells = (size_t)nx * ny * nz;
  double *a = array(cells, sizeof(double)), *b = array(cells, sizeof(double));
  fill_double(a, cells, 3);
  memcpy(b, a, cells * sizeof(double));

#pragma stencil
  for (int t = 0; t < steps; t++) {
    const int plane = nx * ny;
    for (int k = 1; k < nz - 1; k++) {
      int base = k * plane;
      for (int j = 1; j < ny - 1; j++) {
        const double *row = a + base + j * nx;
        double *out = &b[base + j * nx];
        for (int i = 1; i < nx - 1; i++) {
          size_t c = (size_t)k * nx * ny + j * nx + i;
          int w = c - 1;
          int e = w + 2;
          const double *down = row - nx, *up = row + nx;
          b[c] = 0.5 * a[c] + 0.1 * (a[w] + a[e] + down[i] + up[i]);
          out[i] += 0.05 * (row[i - plane] + row[i + plane]);
        }
      }
    }
    double *tmp = a;
    a = b;
    b = tmp;
  }

  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  return 0;
}
