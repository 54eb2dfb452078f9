// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over an edge of one array and over a crossing one of another: rows of u and columns of v, as those of a
// staggered grid; the same of flat arrays.
// READING
// RANK: 2
// RUN-ARGS: @
// REGION: @
// REGION: @
#include "dump.h"

#define N 22
static double u[N + 2][N + 2], v[N + 2][N + 2], us[N + 2][N + 2], vs[N + 2][N + 2];

static void fields(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= N; i++) {
      u[0][i] = -u[1][i];
      u[N + 1][i] = 2.0 - u[N][i];
      v[i][0] = -v[i][1];
      v[i][N + 1] = -v[i][N];
    }
    for (int j = 1; j <= N; j++)
      for (int i = 1; i < N; i++)
        us[j][i] = u[j][i] + 0.1 * (u[j][i + 1] + u[j][i - 1] + u[j + 1][i] + u[j - 1][i] - 4 * u[j][i]) + 0.01 * v[j][i];
    for (int j = 1; j < N; j++)
      for (int i = 1; i <= N; i++)
        vs[j][i] = v[j][i] + 0.1 * (v[j][i + 1] + v[j][i - 1] + v[j + 1][i] + v[j - 1][i] - 4 * v[j][i]) - 0.01 * u[j][i];
    for (int j = 1; j <= N; j++)
      for (int i = 1; i <= N; i++) {
        u[j][i] = us[j][i];
        v[j][i] = vs[j][i];
      }
  }
}

static void flat(int n, float *a, float *b, float *c, int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int k = 0; k < n; k++) {
      a[k] = 0.5f * a[n + k];
      b[k * n] = 0.5f * b[k * n + 1];
    }
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        c[j * n + i] = 0.25f * (a[j * n + i - 1] + a[(j - 1) * n + i] + b[j * n + i - 1] + b[(j - 1) * n + i]);
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++)
        a[j * n + i] = b[j * n + i] = c[j * n + i];
  }
}

int main(int argc, char **argv) {
  const int n = 19, steps = arg(argc, argv, 1, 7);
  float *a = array(n * n, sizeof *a), *b = array(n * n, sizeof *b), *c = array(n * n, sizeof *c);
  fill_double(u[0], (N + 2) * (N + 2), 1);
  fill_double(v[0], (N + 2) * (N + 2), 2);
  fill_float(a, n * n, 3);
  fill_float(b, n * n, 4);
  fields(steps);
  flat(n, a, b, c, steps);
  dump("u", u, sizeof(double), (N + 2) * (N + 2));
  dump("v", v, sizeof(double), (N + 2) * (N + 2));
  dump("a", a, sizeof *a, n * n);
  dump("b", b, sizeof *b, n * n);
  return 0;
}
