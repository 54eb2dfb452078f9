// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Host code gets the address of what a step has collected, and of a copy of it, as a reduction over ranks does.
// SWEEP-ONLY
// NO-DIAMOND
// RANK: 1
// COUNTS-STEPS
// RUN-ARGS: 40 @ 0
// RUN-ARGS: 40 40 0.3
// RUN-ARGS: 3 @ 0
// STEPS: 0 1 9
// HOST: every 1 from 1
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 40), most = arg(argc, argv, 2, 9);
  double tolerance = argc > 3 ? atof(argv[3]) : 0, all = 0;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double));
  fill_double(a, n, 121);
  fill_double(b, n, 122);
  int t;

#pragma stencil
  for (t = 0; t < most; t++) {
    double err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.25 * a[i - 1] + 0.5 * a[i] + 0.25 * a[i + 1];
      err = fmax(err, fabs(b[i] - a[i]));
    }
    for (int i = 1; i < n - 1; i++)
      a[i] = b[i];
    double mine = err;
    memcpy(&all, &err, sizeof err);
    memmove(&mine, &all, sizeof all);
    double sum = 0;
    for (int i = 1; i < n - 1; i++)
      sum += a[i];
    memcpy(&sum, &all, sizeof sum); // the step goes on with that
    if (all < tolerance || sum < tolerance)
      break;
  }

  printf("steps %d\n", t < most ? t + 1 : t);
  DUMP(t);
  printf("%a\n", all);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
