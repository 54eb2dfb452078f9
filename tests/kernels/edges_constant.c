// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that set edges along both axes, corners included, to one number: of one array, and of two in turn.
// RANK: 2
// RUN-ARGS: 23 @
// RUN-ARGS: 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)n * n;
  double(*u)[n] = array(size, sizeof(double)), (*v)[n] = array(size, sizeof(double));
  double(*e)[n] = array(size, sizeof(double));
  fill_double(&u[0][0], size, 51);
  fill_double(&v[0][0], size, 52);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        v[j][i] = 0.25 * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
    for (int k = 0; k < n; k++) {
      v[0][k] = 0;
      v[k][0] = 0;
      v[k][n - 1] = 0;
    }
    for (int k = 0; k < n; k++)
      v[n - 1][k] = 1;
    for (int k = 0; k < n; k++) {
      e[k][0] = 0;
      e[k][n - 1] = 0;
      v[0][k] = 0;
      v[k][0] = 0;
    }
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        e[j][i] += 0.5 * (v[j][i] - v[j][i - 1]);
    double(*w)[n] = u;
    u = v;
    v = w;
  }
  dump("u", u, sizeof(double), size);
  dump("e", e, sizeof(double), size);
  dump("v", v, sizeof(double), size);
  return 0;
}
