// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Regions of edges alone, each along another axis: of rows, of a flat array, and the faces of a box.
// NO-DIAMOND
// RANK: 2
// DEPTHS: 1
// STEPS: 1
// NO-TIME-LOOP
// REGION: 1
// REGION: 1
// REGION: 1
// RUN-ARGS: 23
// RUN-ARGS: 12
// RUN-ARGS: 5
#include "dump.h"

static void sides(int n, int m, float u[n][m]) {
#pragma stencil
  {
    for (int j = 0; j < n; j++) {
      u[j][0] = u[j][1];
      u[j][m - 1] = 2 * u[j][m - 2];
    }
    for (int i = 0; i < m; i++)
      u[0][i] = u[1][i];
    for (int i = 0; i < m; i++)
      u[n - 1][i] = 0.5f * u[n - 2][i];
  }
}

static void flat(int n, int m, double *u) {
#pragma stencil
  {
    for (int i = 0; i < m; i++)
      u[i] += 0.5 * u[m + i];
    for (int j = 0; j < n; j++)
      u[j * m] += 0.25 * u[j * m + 1];
    u[0] = 3;
  }
}

static void faces(int n, int m, float *u) {
#define U(k, j, i) u[((k) * m + (j)) * n + (i)]
#pragma stencil
  {
    for (int k = 0; k < n; k++)
      for (int j = 0; j < m; j++) {
        U(k, j, 0) = U(k, j, 1);
        U(k, j, n - 1) = U(k, j, n - 2);
      }
    for (int k = 0; k < n; k++)
      for (int i = 0; i < n; i++)
        U(k, m - 1, i) = 2 * U(k, m - 2, i);
    for (int j = 0; j < m; j++)
      for (int i = 0; i < n; i++)
        U(0, j, i) = 3 * U(1, j, i);
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = n + 3;
  const size_t size = (size_t)n * m;
  float *u = array(size, sizeof *u), *w = array(size * n, sizeof *w);
  double *v = array(size, sizeof *v);
  fill_float(u, size, 3);
  fill_float(w, size * n, 4);
  fill_double(v, size, 5);
  sides(n, m, (float(*)[m])u);
  flat(n, m, v);
  faces(n, m, w);
  dump("u", u, sizeof *u, size);
  dump("v", v, sizeof *v, size);
  dump("w", w, sizeof *w, size * n);
  return 0;
}
