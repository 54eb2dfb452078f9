// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ghost cells that mirror what lies beside them, as many as a variable says, at both ends of each axis.
// REGION: @
// REGION: @
// RANK: 2
// SWEEP-ONLY
// NO-DIAMOND
// WHOLE: elements at any distance
// RUN-ARGS: 26 19 3 @
// RUN-ARGS: 17 16 8 @
#include "dump.h"

static void rows(int m, int n, int g, int steps, double (*u)[m], double (*v)[m]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < g; j++)
      for (int i = 0; i < m; i++) {
        u[g - 1 - j][i] = u[g + j][i];
        u[n - g + j][i] = -u[n - g - 1 - j][i];
      }
    for (int j = 0; j < n; j++)
      for (int i = 0; i < g; i++) {
        u[j][i] = 2 * u[j][g] - u[j][2 * g - i];
        u[j][m - 1 - i] = u[j][m - 2 * g + i];
      }
    for (int j = g; j < n - g; j++)
      for (int i = g; i < m - g; i++)
        v[j][i] = 0.25 * (u[j - 1][i] + u[j + 1][i] + u[j][i - 1] + u[j][i + 1]) + 0.125 * (u[j - g][i] + u[j][i + g]);
    for (int j = g; j < n - g; j++)
      for (int i = g; i < m - g; i++)
        u[j][i] = v[j][i];
  }
}

// In flat arrays, from the edge outwards.
static void flat(int m, int n, int g, int steps, float *u, float *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= g; j++)
      for (int i = 0; i < m; i++) {
        u[(g - j) * m + i] = u[(g + j) * m + i];
        u[(n - 1 - g + j) * m + i] = u[(n - 1 - g - j) * m + i];
      }
    for (int j = g; j < n - g; j++)
      for (int i = 1; i < m - 1; i++)
        v[j * m + i] = 0.25f * (u[(j - 1) * m + i] + u[(j + g) * m + i] + u[j * m + i - 1] + u[j * m + i + 1]);
    for (int j = g; j < n - g; j++)
      for (int i = 1; i < m - 1; i++)
        u[j * m + i] = v[j * m + i];
  }
}

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 26), nz = arg(argc, argv, 2, 19), g = arg(argc, argv, 3, 3),
      steps = arg(argc, argv, 4, 7);
  int m = nx + 2 * g, n = nz + 2 * g;
  size_t size = (size_t)m * n;
  double(*u)[m] = array(size, sizeof(double)), (*v)[m] = array(size, sizeof(double));
  float *p = array(size, sizeof *p), *q = array(size, sizeof *q);
  fill_double(&u[0][0], size, 1);
  fill_float(p, size, 2);
  rows(m, n, g, steps, u, v);
  flat(m, n, g, steps, p, q);
  dump("u", u, sizeof(double), size);
  dump("p", p, sizeof *p, size);
  return 0;
}
