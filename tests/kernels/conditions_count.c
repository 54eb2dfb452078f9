// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Conditions of several parts of which one counts: before or behind the others, in a loop that tests first or last. A step that the
// test ends has begun.
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 45 @
// RUN-ARGS: 5 @
// TINY-ARGS: 2 @
// REGION: @ + 1
// REGION: @ + 1
// REGION: @ or 1
// REGION: @ or 1
// REGION: @ or 1
#include "dump.h"

#include <math.h>

static double step(int n, const double *a, double *b, double c) {
  double far = 0;
  for (int i = 1; i < n - 1; i++) {
    b[i] = 0.5 * a[i] + c * (a[i - 1] + a[i + 1]);
    far = fmax(far, fabs(b[i] - a[i]));
  }
  return far;
}

static void swap(double **a, double **b) {
  double *c = *a;
  *a = *b;
  *b = c;
}

// Long: one region for each place of the count.
int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 45), steps = arg(argc, argv, 2, 7), t = 0;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), far = 1;
  fill_double(a, n, 3);
  memcpy(b, a, n * sizeof(double));
#pragma stencil
  while (t++ < steps && far > -1) {
    far = step(n, a, b, 0.25);
    swap(&a, &b);
  }
  DUMP(t);
  t = 0;
#pragma stencil
  while (far > -1 && t++ < steps) {
    far = step(n, a, b, 0.24);
    swap(&a, &b);
  }
  DUMP(t);
  t = 0;
#pragma stencil
  while (far > -1 && ++t < steps) {
    far = step(n, a, b, 0.23);
    swap(&a, &b);
  }
  DUMP(t);
  t = 0;
#pragma stencil
  do {
    far = step(n, a, b, 0.22);
    swap(&a, &b);
  } while (++t < steps && far > -1);
  DUMP(t);
  t = 0;
#pragma stencil
  do {
    far = step(n, a, b, 0.21);
    swap(&a, &b);
  } while (far > -1 && ++t < steps);
  DUMP(t);
  DUMP(far);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
