// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Rings that begin with cell 1, on one axis and on two.
// NO-DIAMOND
// RANK: 1
// REGION: @
// REGION: @
// RUN-ARGS: 43 @
// RUN-ARGS: 3 @
#include "dump.h"

static void line(int n, int steps, double *u, double *v) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i <= n; i++)
      v[i] = 0.25 * u[i == 1 ? n : i - 1] + 0.5 * u[i] + 0.25 * u[i < n ? i + 1 : 1];
    for (int i = 1; i <= n; i++)
      u[i] = v[i];
  }
}

static void plane(int n, int steps, float (*a)[16], float (*b)[16]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j <= n; j++)
      for (int i = 1; i < 15; i++)
        b[j][i] = 0.5f * a[j][i] + 0.25f * a[j == 1 ? n : j - 1][i + 1] + 0.25f * a[j < n ? j + 1 : 1][i - 1];
    for (int j = 1; j <= n; j++)
      for (int i = 1; i < 15; i++)
        a[j][i] = b[j][i];
  }
}

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 43), steps = arg(argc, argv, 2, 7);
  const size_t cells = (size_t)n + 2;
  double *u = array(cells, sizeof(double)), *v = array(cells, sizeof(double));
  float(*a)[16] = array(cells * 16, sizeof(float)), (*b)[16] = array(cells * 16, sizeof(float));
  fill_double(u, cells, 51);
  fill_float(&a[0][0], cells * 16, 52);
  line(n, steps, u, v);
  plane(n, steps, a, b);
  dump("u", u, sizeof(double), cells);
  dump("v", v, sizeof(double), cells);
  dump("a", a, sizeof(float), cells * 16);
  dump("b", b, sizeof(float), cells * 16);
  return 0;
}
