// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Unsigned counters: a bound that stands for none, one that ends below zero, and sizes in the heads of loops.
// RANK: 1
// COUNTS-STEPS
// REGION: @
// REGION: 5
// RUN-ARGS: 40 @ 0.0
// RUN-ARGS: 40 -1 0.05
// RUN-ARGS: 40 -1 5
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  const size_t n = (size_t)arg(argc, argv, 1, 40), most = (size_t)(long)arg(argc, argv, 2, 30);
  const double tolerance = argc > 3 ? atof(argv[3]) : 0.01;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), err = 1;
  fill_double(a, n, 33);
  fill_double(b, n, 34);
  b[0] = a[0];
  b[n - 1] = a[n - 1];
  size_t it = 0;
  unsigned left = 5;

#pragma stencil
  while (err > tolerance && it < most) {
    err = 0;
    for (size_t i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      err = fmax(err, fabs(b[i] - a[i]));
    }
    double *swap = a;
    a = b;
    b = swap;
    it++;
  }

#pragma stencil
  while (left--) {
    for (size_t i = 1; i < n - 1; i++)
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
    for (size_t i = n - 2; i > 0; i--)
      a[i] = b[i];
  }

  printf("steps %d\n", (int)it);
  DUMP(left);
  DUMP(err);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
