// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// No cell looks at another, so all steps of a pass are one loop: the first reads what was there, later ones what the cell has just made.
// READING
// RANK: 2
// RUN-ARGS: 19 10 @
// RUN-ARGS: 2 1 @
// TINY-ARGS: 1 1 @
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 19), ny = arg(argc, argv, 2, 10), steps = arg(argc, argv, 3, 8);
  const size_t cells = (size_t)nx * ny;
  double(*a)[nx] = array(cells, sizeof(double)), (*b)[nx] = array(cells, sizeof(double));
  fill_double(&a[0][0], cells, 41);
  fill_double(&b[0][0], cells, 42);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < ny; j++)
      for (int i = 1; i < nx; i++)
        b[j][i] = 0.3 * a[j][i] + 0.1;
    double(*c)[nx] = a;
    a = b;
    b = c;
  }

  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  return 0;
}
