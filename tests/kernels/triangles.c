// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops over cells that begin or end by the row: below the diagonal and above it, rows from the last one on, beyond
// the other diagonal, counts of such cells.
// READING
// RANK: 2
// RUN-ARGS: 37 @
// RUN-ARGS: 5 @
// TINY-ARGS: 4 @
// REGION: @
// REGION: @
#include "dump.h"

#define N 23
static float p[N][N], q[N][N];

static void flat(int n, int steps, double *u, double *v, double *sums) {
  int i, j;
  double sum = 0;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (j = 1; j < n - 1; j++)
      for (i = 1; i < j; i++)
        v[j * n + i] = 0.25 * (u[j * n + i - 1] + u[j * n + i + 1] + u[(j - 1) * n + i] + u[(j + 1) * n + i]);
    for (j = n - 2; j > 0; j--)
      for (i = j + 1; i <= n - 2; i++)
        v[j * n + i] = 0.5 * u[j * n + i] + 0.125 * (u[j * n + i + 1] - u[(j - 1) * n + i]);
    sum = 0;
    for (j = 1; j < n - 1; j++)
      for (i = 1; i < n - 1 - j; i++) {
        u[j * n + i] += 0.25 * v[j * n + i];
        sum += u[j * n + i] > 0.5;
      }
    for (j = 0; j < n; j++)
      for (i = j; i < n; i++)
        u[j * n + i] -= 0.25 * v[j * n + i];
  }
  *sums = sum;
}

static void declared(int steps) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < N; j++)
      for (int i = 0; i <= j; i++)
        q[j][i] = 0.9f * p[j][i] + 0.01f * i;
    for (int j = 1; j < N; j++)
      for (int i = 0; i < j - 1; i++)
        p[j][i] = 0.5f * (q[j][i] + q[j - 1][i + 1]);
  }
}

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7);
  const size_t cells = (size_t)n * n;
  double *u = array(cells, sizeof *u), *v = array(cells, sizeof *v), sum = 0;
  fill_double(u, cells, 3);
  fill_double(v, cells, 4);
  fill_float(&p[0][0], (size_t)N * N, 5);
  fill_float(&q[0][0], (size_t)N * N, 6);
  flat(n, steps, u, v, &sum);
  DUMP(sum);
  dump("u", u, sizeof *u, cells);
  dump("v", v, sizeof *v, cells);
  declared(steps);
  dump("p", p, sizeof(float), (size_t)N * N);
  dump("q", q, sizeof(float), (size_t)N * N);
  return 0;
}
