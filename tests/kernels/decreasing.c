// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Decreasing loops, inclusive bounds, bounds in local variables.
// READING
// RANK: 2
// RUN-ARGS: 22 18 @
// RUN-ARGS: 3 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 22), ny = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  double *a = array((size_t)nx * ny, sizeof *a), *b = array((size_t)nx * ny, sizeof *b);
  int last = nx - 2;
  fill_double(a, (size_t)nx * ny, 73);
  fill_double(b, (size_t)nx * ny, 74);

#pragma stencil
  for (int t = 1; t <= steps; t += 1) {
    for (int j = ny - 2; j >= 1; j--)
      for (int i = last; i > 0; --i)
        b[j * nx + i] = 0.25 * (a[j * nx + i - 1] + a[j * nx + i + 1] + a[(j - 1) * nx + i] + a[(j + 1) * nx + i]);
    for (int j = 1; j <= ny - 2; j++)
      for (int i = 1; i <= last; i = i + 1)
        a[j * nx + i] = b[j * nx + i];
  }

  dump("a", a, sizeof *a, (size_t)nx * ny);
  dump("b", b, sizeof *b, (size_t)nx * ny);
  return 0;
}
