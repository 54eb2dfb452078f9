// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One loop over all four edges of a square and its corners: numbers that differ, edges that mirror the inside, in both
// directions, with locals and an assignment in a row.
// RANK: 2
// RUN-ARGS: 21 @
// RUN-ARGS: 4 @
#include "dump.h"

#define AT(a, i, j) ((a)[(i) * n + (j)])

static void mirror(int n, double *x) {
  for (int k = 0; k < n; k++) {
    AT(x, k, 0) = AT(x, k, 1);
    AT(x, k, n - 1) = AT(x, k, n - 2);
    AT(x, 0, k) = AT(x, 1, k);
    AT(x, n - 1, k) = AT(x, n - 2, k);
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 21), steps = arg(argc, argv, 2, 7);
  size_t size = (size_t)n * n;
  float(*u)[n] = array(size, sizeof(float)), (*v)[n] = array(size, sizeof(float));
  double *x = array(size, sizeof *x), *y = array(size, sizeof *y);
  fill_float(&u[0][0], size, 3);
  fill_float(&v[0][0], size, 4);
  fill_double(x, size, 5);
  fill_double(y, size, 6);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < n - 1; j++)
      for (int i = 1; i < n - 1; i++) {
        v[j][i] = 0.25f * (u[j][i - 1] + u[j][i + 1] + u[j - 1][i] + u[j + 1][i]);
        AT(y, j, i) = 0.2 * (AT(x, j, i) + AT(x, j, i - 1) + AT(x, j, i + 1) + AT(x, j - 1, i) + AT(x, j + 1, i));
      }
    for (int k = n - 1; k >= 0; k--) {
      float wave = 0.01f * k;
      v[k][0] = 1 + wave;
      v[k][n - 1] = 2;
      v[0][k] = 3;
      v[n - 1][k] = v[n - 2][k] - wave;
    }
    mirror(n, y);
    for (int k = 0; k < n; k++)
      u[k][0] = u[k][n - 1] = u[0][k] = u[n - 1][k] = 0.5f;
    for (int j = 0; j < n; j++)
      for (int i = 0; i < n; i++) {
        u[j][i] += 0.1f * v[j][i];
        AT(x, j, i) = AT(y, j, i);
      }
  }

  dump("u", u, sizeof(float), size);
  dump("v", v, sizeof(float), size);
  dump("x", x, sizeof(double), size);
  dump("y", y, sizeof(double), size);
  return 0;
}
