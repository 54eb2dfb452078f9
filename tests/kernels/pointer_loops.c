// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops to a pointer, by `for` and by `while`, with one and several pointers that walk along, and to one that each step
// or row sets before its loop.
// READING
// RANK: 1
// RUN-ARGS: 37 @
// RUN-ARGS: 600 @
// TINY-ARGS: 3 @
// REGION: @
// REGION: @
// REGION: @
#include "dump.h"

static void ends(int n, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    const double *q = a + 1, *last = q + n - 2;
    double *p = b + 1;
    for (; q != last; q++)
      *p++ = 0.5 * q[-1] + 0.25 * q[1];
    double *w = b, *end = b + n;
    while (w != end) {
      *w *= 0.75;
      w++;
    }
    double *tmp = a;
    a = b;
    b = tmp;
  }
}

static void endsOfRows(int n, int rows, int steps, double (*a)[n], double (*b)[n]) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < rows - 1; j++) {
      double *p = b[j] + 1, *const end = &b[j][n - 1];
      const double *q = &a[j][1];
      while (p != end) {
        *p++ = 0.5 * q[-1] + 0.25 * q[1] + 0.125 * q[-n];
        ++q;
      }
    }
    double(*tmp)[n] = a;
    a = b;
    b = tmp;
  }
}

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
  ends(n, steps, a, b);
  const int rows = n < 5 ? 3 : 5;
  double(*c)[n] = array((size_t)n * rows, sizeof(double)), (*d)[n] = array((size_t)n * rows, sizeof(double));
  fill_double(*c, (size_t)n * rows, 7);
  endsOfRows(n, rows, steps, c, d);
  dump("c", c, sizeof(double), (size_t)n * rows);
  dump("d", d, sizeof(double), (size_t)n * rows);
  dump("a", a, sizeof(double), (size_t)n);
  dump("b", b, sizeof(double), (size_t)n);
  return 0;
}
