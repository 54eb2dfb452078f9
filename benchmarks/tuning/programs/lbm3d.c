// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Lattice Boltzmann, D3Q19: one relaxation time, periodic; an array for each direction
#include "bench.h"

#define Q 19
static const int ex[Q] = {0, 1, -1, 0, 0, 0, 0, 1, -1, 1, -1, 1, -1, 1, -1, 0, 0, 0, 0};
static const int ey[Q] = {0, 0, 0, 1, -1, 0, 0, 1, -1, -1, 1, 0, 0, 0, 0, 1, -1, 1, -1};
static const int ez[Q] = {0, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, 1, -1, -1, 1, 1, -1, -1, 1};

static void run(int n, int steps, REAL (*f)[n][n][n], REAL (*g)[n][n][n], REAL omega) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
          REAL at[Q], rho = 0, u = 0, v = 0, w = 0;
          for (int q = 0; q < Q; q++) {
            at[q] = f[q][(k - ez[q] + n) % n][(j - ey[q] + n) % n][(i - ex[q] + n) % n];
            rho += at[q];
            u += (REAL)ex[q] * at[q];
            v += (REAL)ey[q] * at[q];
            w += (REAL)ez[q] * at[q];
          }
          u /= rho;
          v /= rho;
          w /= rho;
          for (int q = 0; q < Q; q++) {
            const REAL c = 3 * ((REAL)ex[q] * u + (REAL)ey[q] * v + (REAL)ez[q] * w);
            const REAL weight = q == 0 ? (REAL)(1.0 / 3) : q < 7 ? (REAL)(1.0 / 18) : (REAL)(1.0 / 36);
            const REAL even = weight * rho * (1 + c + c * c / 2 - (REAL)1.5 * (u * u + v * v + w * w));
            g[q][k][j][i] = at[q] + omega * (even - at[q]);
          }
        }
    REAL(*other)[n][n][n] = f;
    f = g;
    g = other;
  }
}

int main(int argc, char **argv) {
  const int n = argument(argc, argv, 1, 32), steps = argument(argc, argv, 2, 8);
  const size_t cells = (size_t)n * n * n * Q;
  REAL *f = filled(cells, 1), *g = filled(cells, 2);
  for (size_t i = 0; i < cells; i++)
    f[i] = (1 + f[i] / 64) / Q;
  run(n, steps, (REAL(*)[n][n][n])f, (REAL(*)[n][n][n])g, (REAL)1.2);
  show("f", f, cells);
  show("g", g, cells);
  return 0;
}
