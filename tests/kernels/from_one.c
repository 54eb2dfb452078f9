// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays that are counted from 1 along both axes, by pointers that begin before them: a row's last element is its length's.
// RANK: 2
// RUN-ARGS: 23 18 @
// RUN-ARGS: 3 4 @
#include "dump.h"
#define AT(i, j) ((i) + (j) * ld)

static void relax(const int *np, const int *mp, double *a, double *b, int steps, double w) {
  int n = *np, m = *mp, ld = n, i, j, t;
  a -= 1 + ld;
  b -= 1 + ld;
#pragma stencil
  for (t = 1; t <= steps; t++) {
    for (i = 2; i <= n - 1; i++)
      for (j = 2; j <= m - 1; j++)
        b[AT(i, j)] = (1 - w) * a[AT(i, j)] + w * 0.25 * (a[AT(i - 1, j)] + a[AT(i + 1, j)] + a[AT(i, j - 1)] + a[AT(i, j + 1)]);
    for (j = 2; j <= m - 1; j++)
      for (i = 2; i <= n - 1; i++)
        a[AT(i, j)] = b[AT(i, j)];
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 23), m = arg(argc, argv, 2, 18), steps = arg(argc, argv, 3, 7);
  double *a = array((size_t)n * m, sizeof(double)), *b = array((size_t)n * m, sizeof(double));
  fill_double(a, (size_t)n * m, 81);
  fill_double(b, (size_t)n * m, 82);
  relax(&n, &m, a, b, steps, 0.875);
  dump("a", a, sizeof(double), (size_t)n * m);
  dump("b", b, sizeof(double), (size_t)n * m);
  return 0;
}
