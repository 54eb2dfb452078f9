// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The wave equation, of fourth order in space: three levels in time that take turns, in 2D and (-DDIM=3) 3D
#include "grid.h"

static void run(int n, int steps, REAL(*old) OF(n), REAL(*now) OF(n), REAL(*next) OF(n), REAL c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#if DIM == 3
    for (int k = 2; k < n - 2; k++)
      for (int j = 2; j < n - 2; j++)
        for (int i = 2; i < n - 2; i++)
          next[k][j][i] = 2 * now[k][j][i] - old[k][j][i] +
                          c * (16 * (now[k][j][i - 1] + now[k][j][i + 1] + now[k][j - 1][i] + now[k][j + 1][i] +
                                     now[k - 1][j][i] + now[k + 1][j][i]) -
                               now[k][j][i - 2] - now[k][j][i + 2] - now[k][j - 2][i] - now[k][j + 2][i] -
                               now[k - 2][j][i] - now[k + 2][j][i] - 90 * now[k][j][i]);
#else
    for (int j = 2; j < n - 2; j++)
      for (int i = 2; i < n - 2; i++)
        next[j][i] = 2 * now[j][i] - old[j][i] +
                     c * (16 * (now[j][i - 1] + now[j][i + 1] + now[j - 1][i] + now[j + 1][i]) - now[j][i - 2] -
                          now[j][i + 2] - now[j - 2][i] - now[j + 2][i] - 60 * now[j][i]);
#endif
    REAL(*other) OF(n) = old;
    old = now;
    now = next;
    next = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = CELLS(n);
  REAL *a = filled(cells, 1), *b = filled(cells, 2), *c = filled(cells, 3);
  run(n, steps, (REAL(*) OF(n))a, (REAL(*) OF(n))b, (REAL(*) OF(n))c, (REAL)0.01);
  show("a", a, cells);
  show("b", b, cells);
  show("c", c, cells);
  return 0;
}
