// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Periodic by ghost cells: refreshed behind the update with a swap (u), before it with a copy, radius 2 (w).
// NO-DIAMOND
// WHOLE: elements at any distance
// RANK: 1
// RUN-ARGS: 67 @
// RUN-ARGS: 6 @
// TINY-ARGS: 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 67), steps = arg(argc, argv, 2, 7);
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double));
  double *w = array(n, sizeof(double)), *x = array(n, sizeof(double));
  fill_double(u, n, 91);
  fill_double(v, n, 92);
  fill_double(w, n, 93);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    w[0] = w[n - 4];
    w[1] = w[n - 3];
    for (int g = 0; g < 2; g++)
      w[n - 2 + g] = w[2 + g];
    for (int i = 2; i < n - 2; i++)
      x[i] = w[i] - 0.3 * w[i - 2] + 0.25 * w[i + 2] + 0.1 * w[i - 1];
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * u[i] + 0.3 * u[i - 1] + 0.2 * u[i + 1];
    v[0] = v[n - 2];
    v[n - 1] = v[1];
    for (int i = 2; i < n - 2; i++)
      w[i] = x[i];
    double *swap = u;
    u = v;
    v = swap;
  }

  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  dump("w", w, sizeof(double), n);
  dump("x", x, sizeof(double), n);
  return 0;
}
