// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops to a pointer, by `for` and by `while`, with one and several pointers that walk along.
// READING
// RANK: 1
// RUN-ARGS: 37 @
// RUN-ARGS: 600 @
// TINY-ARGS: 3 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7);
  double *a = array((size_t)n, sizeof(double)), *b = array((size_t)n, sizeof(double));
  fill_double(a, (size_t)n, 5);
  fill_double(b, (size_t)n, 6);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
    for (double *p = a; p < a + n; p++)
      *p *= 0.9;
    double *q, *r;
    for (q = &b[1], r = a + 1; q != b + n; q++, r++)
      *r += 0.1 * *q;
    double *w = b + 1, *const end = b + n;
    while (w < end)
      *w++ *= 0.75;
    double *s = a, *u = b;
    for (int i = n; i--;)
      *s++ += *u++ * 0.5;
  }
  dump("a", a, sizeof(double), (size_t)n);
  dump("b", b, sizeof(double), (size_t)n);
  return 0;
}
