// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Flow through ground that differs from cell to cell: a coefficient array for each neighbour, in 2D and (-DDIM=3) 3D
#include "grid.h"

typedef struct {
  const REAL *own, *west, *east, *south, *north, *below, *above;
} Ground;

static void run(int n, int steps, REAL(*a) OF(n), REAL(*b) OF(n), const Ground *g) {
  const REAL(*own) OF(n) = (const REAL(*) OF(n))g->own;
  const REAL(*west) OF(n) = (const REAL(*) OF(n))g->west, (*east)OF(n) = (const REAL(*) OF(n))g->east;
  const REAL(*south) OF(n) = (const REAL(*) OF(n))g->south, (*north)OF(n) = (const REAL(*) OF(n))g->north;
#if DIM == 3
  const REAL(*below) OF(n) = (const REAL(*) OF(n))g->below, (*above)OF(n) = (const REAL(*) OF(n))g->above;
#endif
#pragma stencil
  for (int t = 0; t < steps; t++) {
#if DIM == 3
    for (int k = 1; k < n - 1; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          b[k][j][i] = own[k][j][i] * a[k][j][i] + west[k][j][i] * a[k][j][i - 1] + east[k][j][i] * a[k][j][i + 1] +
                       south[k][j][i] * a[k][j - 1][i] + north[k][j][i] * a[k][j + 1][i] +
                       below[k][j][i] * a[k - 1][j][i] + above[k][j][i] * a[k + 1][j][i];
#else
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j][i] = own[j][i] * a[j][i] + west[j][i] * a[j][i - 1] + east[j][i] * a[j][i + 1] +
                  south[j][i] * a[j - 1][i] + north[j][i] * a[j + 1][i];
#endif
    REAL(*other) OF(n) = a;
    a = b;
    b = other;
  }
}

static REAL *coefficient(size_t cells, unsigned seed) {
  REAL *c = filled(cells, seed);
  for (size_t i = 0; i < cells; i++)
    c[i] *= (REAL)0.25;
  return c;
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = CELLS(n);
  REAL *a = filled(cells, 1), *b = filled(cells, 2);
  Ground g = {coefficient(cells, 3),
              coefficient(cells, 4),
              coefficient(cells, 5),
              coefficient(cells, 6),
              coefficient(cells, 7),
              NULL,
              NULL};
#if DIM == 3
  g.below = coefficient(cells, 8);
  g.above = coefficient(cells, 9);
#endif
  run(n, steps, (REAL(*) OF(n))a, (REAL(*) OF(n))b, &g);
  show("a", a, cells);
  show("b", b, cells);
  return 0;
}
