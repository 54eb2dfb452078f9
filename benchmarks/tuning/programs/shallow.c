// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shallow water in 2D by Lax and Friedrichs: three fields and their new values
#include "bench.h"

static void run(int n, int steps, REAL (*h)[n], REAL (*p)[n], REAL (*q)[n], REAL (*h2)[n], REAL (*p2)[n], REAL (*q2)[n],
                REAL c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        const REAL w = 1 / h[j][i - 1], e = 1 / h[j][i + 1], s = 1 / h[j - 1][i], o = 1 / h[j + 1][i];
        h2[j][i] = (h[j][i - 1] + h[j][i + 1] + h[j - 1][i] + h[j + 1][i]) / 4 -
                   c * (p[j][i + 1] - p[j][i - 1] + q[j + 1][i] - q[j - 1][i]);
        p2[j][i] = (p[j][i - 1] + p[j][i + 1] + p[j - 1][i] + p[j + 1][i]) / 4 -
                   c * (p[j][i + 1] * p[j][i + 1] * e + h[j][i + 1] * h[j][i + 1] / 2 - p[j][i - 1] * p[j][i - 1] * w -
                        h[j][i - 1] * h[j][i - 1] / 2 + p[j + 1][i] * q[j + 1][i] * o - p[j - 1][i] * q[j - 1][i] * s);
        q2[j][i] = (q[j][i - 1] + q[j][i + 1] + q[j - 1][i] + q[j + 1][i]) / 4 -
                   c * (p[j][i + 1] * q[j][i + 1] * e - p[j][i - 1] * q[j][i - 1] * w + q[j + 1][i] * q[j + 1][i] * o +
                        h[j + 1][i] * h[j + 1][i] / 2 - q[j - 1][i] * q[j - 1][i] * s - h[j - 1][i] * h[j - 1][i] / 2);
      }
    REAL(*other)[n] = h;
    h = h2;
    h2 = other;
    other = p;
    p = p2;
    p2 = other;
    other = q;
    q = q2;
    q2 = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n;
  REAL *f[6];
  for (unsigned k = 0; k < 6; k++)
    f[k] = filled(cells, k % 3 + 1);
  for (unsigned k = 0; k < 6; k += 3)
    for (size_t i = 0; i < cells; i++)
      f[k][i] += 2;
  run(n, steps, (REAL(*)[n])f[0], (REAL(*)[n])f[1], (REAL(*)[n])f[2], (REAL(*)[n])f[3], (REAL(*)[n])f[4],
      (REAL(*)[n])f[5], (REAL)0.05);
  for (unsigned k = 0; k < 6; k++)
    show("field", f[k], cells);
  return 0;
}
