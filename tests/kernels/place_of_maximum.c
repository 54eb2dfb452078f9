// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where the largest value is: set beside the maximum, in the source's order. A scalar and a test of the step read it.
// NO-DIAMOND
// RANK: 2
// RUN-ARGS: 22 15 @
// RUN-ARGS: 4 3 @
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 22), ny = arg(argc, argv, 2, 15), steps = arg(argc, argv, 3, 7);
  double *a = array((size_t)nx * ny, sizeof *a), *b = array((size_t)nx * ny, sizeof *b);
  fill_double(a, (size_t)nx * ny, 73);
  fill_double(b, (size_t)nx * ny, 74);
  int sum = 0, where = -1, best_step = -1;
  double top = 0;

#pragma stencil
  for (int t = 0; t < steps; t++) {
    top = -1;
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j * nx + i] = 0.5 * a[j * nx + i] + 0.125 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
        if (b[j * nx + i] > top) {
          top = b[j * nx + i];
          where = j * nx + i;
        }
      }
    if (top > 0.3)
      best_step = t;
    sum += where;
    double *swap = a;
    a = b;
    b = swap;
  }

  DUMP(sum);
  DUMP(where);
  DUMP(best_step);
  DUMP(top);
  dump("a", a, sizeof *a, (size_t)nx * ny);
  dump("b", b, sizeof *b, (size_t)nx * ny);
  return 0;
}
