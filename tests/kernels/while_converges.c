// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that only their conditions end, before the step and after it.
// RANK: 1
// COUNTS-STEPS
// REGION: @
// REGION: 4
// RUN-ARGS: 40 @ 0.0
// RUN-ARGS: 40 30 0.05
// RUN-ARGS: 40 30 5
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), most = arg(argc, argv, 2, 30), it = 0, more = 0;
  double tolerance = argc > 3 ? atof(argv[3]) : 0.01;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), err = 1;
  fill_double(a, n, 63);
  fill_double(b, n, 64);

#pragma stencil
  while (err > tolerance && it < most) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * (a[i - 1] + a[i + 1]);
      err = fmax(err, fabs(b[i] - a[i]));
    }
    double *swap = a;
    a = b;
    b = swap;
    it++;
  }

#pragma stencil
  do {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      err += b[i] * b[i];
    }
    double *swap = a;
    a = b;
    b = swap;
    more += 2;
  } while (err > -1 && more < 8);

  printf("steps %d\n", it);
  DUMP(more);
  DUMP(err);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
