// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Copies and clearings by the C library that some steps leave out: behind a `continue`, and in an `if` with loops.
// READING
// RANK: 2
// RUN-ARGS: 22 15 @
// RUN-ARGS: 4 5 @
// TINY-ARGS: 2 3 @
// REGION: @
// REGION: @
#include "dump.h"

static void behindJump(int n, int m, int steps, double *a, double *b) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t % 3 == 1)
      continue;
    for (int j = 1; j < m - 1; j++)
      for (int i = 1; i < n - 1; i++)
        b[j * n + i] = 0.5 * (a[j * n + i - 1] + a[(j + 1) * n + i]);
    memcpy(a, b, sizeof(double) * n * m);
  }
}

static void inArm(int n, int m, int steps, double *a, double *b, double *c) {
#pragma stencil
  for (int t = 0; t < steps; t++) {
    if (t != 2) {
      for (int j = 1; j < m - 1; j++)
        for (int i = 1; i < n - 1; i++)
          c[j * n + i] += 0.25 * (a[j * n + i - 1] - b[j * n + i]);
      memcpy(a, c, sizeof(double) * n * m);
      memset(c, 0, sizeof(double) * n * m);
    }
  }
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 22), m = arg(argc, argv, 2, 15), steps = arg(argc, argv, 3, 7);
  double *a = array((size_t)n * m, 8), *b = array((size_t)n * m, 8), *c = array((size_t)n * m, 8);
  fill_double(a, (size_t)n * m, 3);
  fill_double(b, (size_t)n * m, 4);
  fill_double(c, (size_t)n * m, 5);
  behindJump(n, m, steps, a, b);
  inArm(n, m, steps, a, b, c);
  dump("a", a, 8, (size_t)n * m);
  dump("b", b, 8, (size_t)n * m);
  dump("c", c, 8, (size_t)n * m);
  return 0;
}
