// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Advection by second-order upwind differences: cells look to one side only, in 2D and (-DDIM=3) 3D
#include "grid.h"

static void run(int n, int steps, REAL(*a) OF(n), REAL(*b) OF(n), REAL u, REAL v, REAL w) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
#if DIM == 3
    for (int k = 2; k < n; k++)
      for (int j = 2; j < n; j++)
        for (int i = 2; i < n; i++)
          b[k][j][i] = a[k][j][i] - u * (3 * a[k][j][i] - 4 * a[k][j][i - 1] + a[k][j][i - 2]) -
                       v * (3 * a[k][j][i] - 4 * a[k][j - 1][i] + a[k][j - 2][i]) -
                       w * (3 * a[k][j][i] - 4 * a[k - 1][j][i] + a[k - 2][j][i]);
#else
    (void)w;
    for (int j = 2; j < n; j++)
      for (int i = 2; i < n; i++)
        b[j][i] = a[j][i] - u * (3 * a[j][i] - 4 * a[j][i - 1] + a[j][i - 2]) -
                  v * (3 * a[j][i] - 4 * a[j - 1][i] + a[j - 2][i]);
#endif
    REAL(*other) OF(n) = a;
    a = b;
    b = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = CELLS(n);
  REAL *a = filled(cells, 1), *b = filled(cells, 2);
  run(n, steps, (REAL(*) OF(n))a, (REAL(*) OF(n))b, (REAL)0.05, (REAL)0.03, (REAL)0.02);
  show("a", a, cells);
  show("b", b, cells);
  return 0;
}
