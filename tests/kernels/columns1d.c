// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A ring with radius 2 and a line whose ends are their own neighbours, in one dimension: lengths from the ends on.
// NO-DIAMOND
// RANK: 1
// WHOLE: elements at any distance
// RUN-ARGS: 101 @
// RUN-ARGS: 4 @
// RUN-ARGS: 3 @
// RUN-ARGS: 2 @
// TINY-ARGS: 1 @
#include "dump.h"

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 101), steps = arg(argc, argv, 2, 7);
  float *a = array(n, sizeof(float)), *b = array(n, sizeof(float));
  double *c = array(n, sizeof(double)), *d = array(n, sizeof(double));
  fill_float(a, n, 41);
  fill_double(c, n, 42);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 0; i < n; i++)
      b[i] = 0.5f * a[i] + 0.25f * a[i > 0 ? i - 1 : n - 1] + 0.125f * (a[(i + 2) % n] - a[(i + n - 2) % n]);
    for (int i = 0; i < n; i++)
      d[i] = 0.5 * c[i] + 0.25 * c[i < 2 ? 0 : i - 2] + 0.2 * c[i + 1 < n ? i + 1 : n - 1] + (i == 0 ? 1.0 : b[i]);
    float *swap = a;
    a = b;
    b = swap;
    double *other = c;
    c = d;
    d = other;
  }

  dump("a", a, sizeof(float), n);
  dump("b", b, sizeof(float), n);
  dump("c", c, sizeof(double), n);
  dump("d", d, sizeof(double), n);
  return 0;
}
