// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions leave one row, one column or one cell, whose elements are named by numbers there: a flat array, rows.
// READING
// RUN-ARGS: 23 19 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 2 2 @
// REGION: @
// REGION: @
#include "dump.h"

static void step(int n, int m, const float *a, const float *p, float *b) {
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      float d;
      if (i == 0) {
        if (j == 0)
          d = p[0] * (a[1] - a[0]) + a[m] - a[0];
        else if (j == m - 1)
          d = p[j] * (a[m - 2] - a[m - 1]) + a[2 * m - 1] - a[j];
        else
          d = p[j] * (a[j + 1] + a[j - 1] - 2 * a[j]) + a[m + j] - a[j];
      } else if (i == n - 1) {
        if (j == 0)
          d = a[i * m + 1] - a[(n - 2) * m] * p[(n - 1) * m];
        else if (j == m - 1)
          d = a[i * m + j - 1] - a[(i - 1) * m + j];
        else
          d = a[(n - 1) * m + j + 1] - a[(n - 2) * m + j] * p[i * m + j];
      } else if (j == 0) {
        d = a[i * m + 1] - a[(i - 1) * m] + p[i * m];
      } else if (j == m - 1) {
        d = a[i * m + m - 2] - a[(i + 1) * m + m - 1];
      } else {
        d = a[(i + 1) * m + j] + a[(i - 1) * m + j] + a[i * m + j + 1] + a[i * m + j - 1] - 4 * a[i * m + j];
      }
      b[i * m + j] = a[i * m + j] + 0.1f * d;
    }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 19), steps = arg(argc, argv, 3, 7);
  float *a = array(n * m, sizeof(float)), *b = array(n * m, sizeof(float)), *p = array(n * m, sizeof(float));
  float (*c)[m] = array(n, m * sizeof(float)), (*d)[m] = array(n, m * sizeof(float));
  fill_float(a, n * m, 1);
  fill_float(b, n * m, 2);
  fill_float(p, n * m, 3);
  fill_float(&c[0][0], n * m, 4);
  fill_float(&d[0][0], n * m, 5);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    step(n, m, a, p, b);
    float *s = a;
    a = b;
    b = s;
  }
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        if (i == 0)
          d[0][j] = c[1][j];
        else if (i == n - 1)
          d[n - 1][j] = c[n - 2][j];
        else
          d[i][j] = 0.5f * c[i][j] + 0.25f * (c[i - 1][j] + c[i + 1][j]);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        c[i][j] = d[i][j];
  }
  dump("a", a, sizeof(float), n * m);
  dump("b", b, sizeof(float), n * m);
  dump("c", c, sizeof(float), n * m);
  dump("d", d, sizeof(float), n * m);
  return 0;
}
