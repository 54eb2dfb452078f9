// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two fields that feed each other, FitzHugh and Nagumo's, with no flow through the ends: 2D
#include "bench.h"

static void run(int n, int steps, REAL (*u)[n], REAL (*v)[n], REAL (*u2)[n], REAL (*v2)[n], REAL d) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        const int w = i > 0 ? i - 1 : 0, e = i < n - 1 ? i + 1 : n - 1, s = j > 0 ? j - 1 : 0,
                  o = j < n - 1 ? j + 1 : n - 1;
        const REAL here = u[j][i], flow = u[j][w] + u[j][e] + u[s][i] + u[o][i] - 4 * here;
        u2[j][i] = here + d * flow + (REAL)0.01 * (here - here * here * here - v[j][i]);
        v2[j][i] = v[j][i] + (REAL)0.001 * (here - (REAL)0.5 * v[j][i] + (REAL)0.1);
      }
    REAL(*other)[n] = u;
    u = u2;
    u2 = other;
    other = v;
    v = v2;
    v2 = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n;
  REAL *f[4];
  for (unsigned k = 0; k < 4; k++)
    f[k] = filled(cells, k + 1);
  run(n, steps, (REAL(*)[n])f[0], (REAL(*)[n])f[1], (REAL(*)[n])f[2], (REAL(*)[n])f[3], (REAL)0.1);
  for (unsigned k = 0; k < 4; k++)
    show("field", f[k], cells);
  return 0;
}
