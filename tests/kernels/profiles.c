// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One array that is read along several axes: a sponge's factors on a square grid with neighbours, coordinates of a
// cube in a struct, a component of a table, and one that stays on the device with the others.
// READING
// RANK: 3
// RUN-ARGS: 14 @
// RUN-ARGS: 5 @
// TINY-ARGS: 2 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void sponge(int n, int steps, const double *c, double *x, double *z) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < n; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++) {
          const long at = ((long)k * n + j) * n + i;
          z[at] = c[i] * c[j] * 0.25 * (x[at - n] + x[at + n] + x[at - 1] + x[at + 1]) + (c[j + 1] - c[i - 1]) * c[k];
        }
    for (int k = 0; k < n; k++)
      for (int j = 1; j < n - 1; j++)
        for (int i = 1; i < n - 1; i++)
          x[((long)k * n + j) * n + i] = z[((long)k * n + j) * n + i];
  }
}

typedef struct cube {
  int n;
  float *at, *now, *next;
} cube;

static void waves(cube *g, int steps) {
  const int n = g->n;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 1; k < n - 1; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          g->next[(k * n + j) * n + i] = 0.5f * g->now[((k - 1) * n + j) * n + i] +
                                         0.5f * g->now[((k + 1) * n + j) * n + i] +
                                         g->at[i] * g->at[j] * g->at[k] + t * g->at[j];
    float *swap = g->now;
    g->now = g->next;
    g->next = swap;
  }
}

static void weighed(int n, int steps, double w[2][n], double (*a)[n][n], double (*b)[n][n]) {
#pragma stencil keep(w, a, b)
  {
    for (int round = 0; round < 1; round++) {
#pragma stencil
      for (int t = 0; t < steps; t++) {
        for (int k = 0; k < n; k++)
          for (int j = 0; j < n; j++)
            for (int i = 1; i < n; i++)
              b[k][j][i] = a[k][j][i - 1] * w[0][i] + w[1][j] * w[0][k];
        for (int k = 0; k < n; k++)
          for (int j = 0; j < n; j++)
            for (int i = 1; i < n; i++)
              a[k][j][i] = b[k][j][i];
      }
    }
  }
}

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 14), steps = arg(argc, argv, 2, 7);
  const size_t cells = (size_t)n * n * n;
  double *c = array(2 * n, sizeof *c), *x = array(cells, sizeof *x), *z = array(cells, sizeof *z);
  cube g = {n, array(n, sizeof(float)), array(cells, sizeof(float)), array(cells, sizeof(float))};
  fill_double(c, 2 * n, 1);
  fill_double(x, cells, 2);
  fill_double(z, cells, 3);
  fill_float(g.at, n, 4);
  fill_float(g.now, cells, 5);
  fill_float(g.next, cells, 6);
  sponge(n, steps, c, x, z);
  dump("x", x, sizeof *x, cells);
  waves(&g, steps);
  dump("now", g.now, sizeof(float), cells);
  dump("next", g.next, sizeof(float), cells);
  weighed(n, steps, (double(*)[n])c, (double(*)[n][n])x, (double(*)[n][n])z);
  dump("x", x, sizeof *x, cells);
  dump("z", z, sizeof *z, cells);
  return 0;
}
