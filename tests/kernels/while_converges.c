// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loops that only their conditions end, before the step and after it; with sizes a bound that stands for none.
// READING
// NO-DIAMOND
// RANK: 1
// COUNTS-STEPS
// EXTRA: -DCOUNT=int
// EXTRA: -DCOUNT=size_t
// REGION: @
// REGION: 4
// RUN-ARGS: 40 @ 0.0
// RUN-ARGS: 40 30 0.05
// RUN-ARGS: 40 -1 0.05
// RUN-ARGS: 40 30 5
#include "dump.h"
#include <math.h>

#ifndef COUNT
#define COUNT int
#endif

int main(int argc, char **argv) {
  COUNT n = (COUNT)arg(argc, argv, 1, 40), most = (COUNT)(long)arg(argc, argv, 2, 30), it = 0;
  int more = 0;
  double tolerance = argc > 3 ? atof(argv[3]) : 0.01;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), err = 1;
  fill_double(a, n, 63);
  fill_double(b, n, 64);
  b[0] = a[0];
  b[n - 1] = a[n - 1];

#pragma stencil
  while (err > tolerance && it < most) {
    err = 0;
    for (COUNT i = 1; i < n - 1; i++) {
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
    for (COUNT i = 1; i < n - 1; i++) {
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      err += b[i] * b[i];
    }
    double *swap = a;
    a = b;
    b = swap;
    more += 2;
  } while (err > -1 && more < 8);

  printf("steps %d\n", (int)it);
  DUMP(more);
  DUMP(err);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
