// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lattice Boltzmann, D2Q9: one relaxation time, periodic; an array for each direction
#include "bench.h"

static const int ex[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, ey[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
static const REAL w[9] = {(REAL)(4.0 / 9),  (REAL)(1.0 / 9),  (REAL)(1.0 / 9),  (REAL)(1.0 / 9), (REAL)(1.0 / 9),
                          (REAL)(1.0 / 36), (REAL)(1.0 / 36), (REAL)(1.0 / 36), (REAL)(1.0 / 36)};

static void run(int n, int steps, REAL (*f)[n][n], REAL (*g)[n][n], REAL omega) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        REAL at[9], rho = 0, u = 0, v = 0;
        for (int q = 0; q < 9; q++) {
          at[q] = f[q][(j - ey[q] + n) % n][(i - ex[q] + n) % n];
          rho += at[q];
          u += (REAL)ex[q] * at[q];
          v += (REAL)ey[q] * at[q];
        }
        u /= rho;
        v /= rho;
        for (int q = 0; q < 9; q++) {
          const REAL c = 3 * ((REAL)ex[q] * u + (REAL)ey[q] * v);
          const REAL even = w[q] * rho * (1 + c + c * c / 2 - (REAL)1.5 * (u * u + v * v));
          g[q][j][i] = at[q] + omega * (even - at[q]);
        }
      }
    REAL(*other)[n][n] = f;
    f = g;
    g = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 64), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n * 9;
  REAL *f = filled(cells, 1), *g = filled(cells, 2);
  for (size_t i = 0; i < cells; i++)
    f[i] = w[i / ((size_t)n * n)] * (1 + f[i] / 64);
  run(n, steps, (REAL(*)[n][n])f, (REAL(*)[n][n])g, (REAL)1.2);
  show("f", f, cells);
  show("g", g, cells);
  return 0;
}
