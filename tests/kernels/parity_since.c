// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A run that goes on from a step on file: which level is read counts from there. Levels by subscript, arms of an `if`, three
// levels in turn.
// RUN-ARGS: 23 19 5 @
// RUN-ARGS: 9 8 6 @
// RUN-ARGS: 5 4 -3 @
// TINY-ARGS: 2 2 1 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 19), start = arg(argc, argv, 3, 5), steps = arg(argc, argv, 4, 7), t;
  float (*u)[n][m] = array(2 * n, m * sizeof(float)), (*w)[n][m] = array(3 * n, m * sizeof(float));
  float (*a)[m] = array(n, m * sizeof(float)), (*b)[m] = array(n, m * sizeof(float));
  fill_float(&u[0][0][0], 2 * n * m, 1);
  fill_float(&w[0][0][0], 3 * n * m, 2);
  fill_float(&a[0][0], n * m, 3);
  fill_float(&b[0][0], n * m, 4);
#pragma stencil
  for (t = start; t < start + steps; t++) {
    int now = (t - start) % 2, next = 1 - now;
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        u[next][i][j] = 0.3f * u[now][i][j] + 0.2f * (u[now][i - 1][j] + u[now][i][j + 1]) + 0.01f * t;
  }
#pragma stencil
  for (t = start; t < start + steps; t++) {
    if ((t - start) % 2 == 0) {
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          b[i][j] = 0.25f * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    } else {
      for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
          a[i][j] = 0.25f * (b[i - 1][j] + b[i + 1][j] + b[i][j - 1] + b[i][j + 1]);
    }
  }
#pragma stencil
  for (t = start; t < start + steps; t++)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < m - 1; j++)
        w[(t - start + 2) % 3][i][j] = 0.5f * w[(t - start + 1) % 3][i][j] + 0.25f * (w[(t - start) % 3][i][j - 1] - w[(t - start + 1) % 3][i + 1][j]);
  DUMP(t);
  dump("u", u, sizeof(float), 2 * n * m);
  dump("a", a, sizeof(float), n * m);
  dump("b", b, sizeof(float), n * m);
  dump("w", w, sizeof(float), 3 * n * m);
  return 0;
}
