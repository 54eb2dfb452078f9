// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Statements of one nest that must be taken apart to run in parallel: the second reads the first's results behind it.
// READING
// RANK: 2
// RUN-ARGS: 24 17 @
// RUN-ARGS: 3 3 @
#include "dump.h"

static double a[40][48], b[40][48], c[40][48];

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 24), ny = arg(argc, argv, 2, 17), steps = arg(argc, argv, 3, 7);
  fill_double(&a[0][0], 40 * 48, 94);
  fill_double(&b[0][0], 40 * 48, 95);
  fill_double(&c[0][0], 40 * 48, 96);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++) {
        b[j][i] = 0.5 * (a[j][i - 1] + a[j][i + 1]);
        c[j][i] = 0.25 * (b[j][i - 1] + b[j - 1][i]) + 0.5 * c[j][i];
      }
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        a[j][i] = 0.5 * (c[j][i] + b[j][i]);
  }

  dump("a", a, sizeof(double), 40 * 48);
  dump("b", b, sizeof(double), 40 * 48);
  dump("c", c, sizeof(double), 40 * 48);
  return 0;
}
