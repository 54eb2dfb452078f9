// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A torus that is relaxed until a sum is small: the test ends the run before its bound, and by half of a pass.
// NO-DIAMOND
// RANK: 2
// COUNTS-STEPS
// RUN-ARGS: 24 19 @ 0.1
// RUN-ARGS: 24 19 40 3
// RUN-ARGS: 24 19 40 20
// RUN-ARGS: 3 2 40 0
#include "dump.h"

int main(int argc, char **argv) {
  const int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 19), most = arg(argc, argv, 3, 40);
  const double small = argc > 4 ? atof(argv[4]) : 0.1;
  const size_t cells = (size_t)nx * ny;
  double(*a)[nx] = array(cells, sizeof(double)), (*b)[nx] = array(cells, sizeof(double));
  fill_double(&a[0][0], cells, 51);
  fill_double(&b[0][0], cells, 52);
  double sum = 1e30;
  int t;

#pragma stencil
  for (t = 0; t < most; t++) {
    sum = 0;
    for (int j = 0; j < ny; j++)
      for (int i = 0; i < nx; i++) {
        const double below = a[(j + ny - 1) % ny][i], above = a[(j + 1) % ny][i], west = a[j][(i + nx - 1) % nx], east = a[j][(i + 1) % nx];
        b[j][i] = 0.25 * (below + above) + 0.125 * (west + east) + 0.25 * a[j][i];
        sum += (b[j][i] - a[j][i]) * (b[j][i] - a[j][i]);
      }
    double(*spare)[nx] = a;
    a = b;
    b = spare;
    if (sum < small)
      break;
  }

  dump("a", a, sizeof(double), cells);
  dump("b", b, sizeof(double), cells);
  dump("sum", &sum, sizeof(double), 1);
  printf("steps %d\n", t < most ? t + 1 : t);
  return 0;
}
