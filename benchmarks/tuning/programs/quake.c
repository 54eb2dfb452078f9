// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elastic waves in 2D: velocities and stresses on a staggered grid, two loop nests a step
#include "bench.h"

static void run(int n, int steps, REAL (*u)[n], REAL (*v)[n], REAL (*xx)[n], REAL (*yy)[n], REAL (*xy)[n], REAL c,
                REAL lambda, REAL mu) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        u[j][i] += c * (xx[j][i] - xx[j][i - 1] + xy[j][i] - xy[j - 1][i]);
        v[j][i] += c * (xy[j][i + 1] - xy[j][i] + yy[j + 1][i] - yy[j][i]);
      }
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        const REAL dx = u[j][i + 1] - u[j][i], dy = v[j][i] - v[j - 1][i];
        xx[j][i] += c * ((lambda + 2 * mu) * dx + lambda * dy);
        yy[j][i] += c * (lambda * dx + (lambda + 2 * mu) * dy);
        xy[j][i] += c * mu * (u[j + 1][i] - u[j][i] + v[j][i] - v[j][i - 1]);
      }
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n;
  REAL *f[5];
  for (unsigned k = 0; k < 5; k++)
    f[k] = filled(cells, k + 1);
  run(n, steps, (REAL(*)[n])f[0], (REAL(*)[n])f[1], (REAL(*)[n])f[2], (REAL(*)[n])f[3], (REAL(*)[n])f[4], (REAL)0.2,
      (REAL)1, (REAL)0.5);
  for (unsigned k = 0; k < 5; k++)
    show("field", f[k], cells);
  return 0;
}
