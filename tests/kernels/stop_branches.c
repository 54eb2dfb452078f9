// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tests with an else, and tests within tests, that set scalars and end the time loop.
// READING
// NO-DIAMOND
// RANK: 1
// RUN-ARGS: 61 @ 0
// RUN-ARGS: 61 @ 1
// RUN-ARGS: 61 @ 2
// RUN-ARGS: 5 @ 2
// TINY-ARGS: 2 @ 0
// COUNTS-STEPS
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 61), steps = arg(argc, argv, 2, 7), early = arg(argc, argv, 3, 0), same = 0, fell = 0, made = 0, why = 0, t;
  double *a = array(n, sizeof(double)), *b = array(n, sizeof(double)), err = 0, old = 0, first = 0, least = 1e9;
  fill_double(a, n, 3);
  memcpy(b, a, n * sizeof(double));
#pragma stencil
  for (t = 0; t < steps; t++) {
    err = 0;
    for (int i = 1; i < n - 1; i++) {
      b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
      err = fmax(err, fabs(b[i] - a[i]));
    }
    made++;
    if (t == 0) {
      first = err;
      old = err;
    } else if (err > 0.6 * old) {
      same++;
      if (same > 2) {
        why = 1;
        if (early > 1)
          break;
      }
    } else {
      double drop = old - err;
      if (drop < least)
        least = drop;
      same = 0;
    }
    if (t > 1) {
      if (err < 0.3 * first && early == 1) {
        why = 2;
        break;
      } else if (isnan(err)) {
        why = 3;
        break;
      }
      fell += err < old;
    }
    old = err;
    double *c = a;
    a = b;
    b = c;
  }
  printf("steps %d\n", made);
  DUMP(t);
  DUMP(same);
  DUMP(fell);
  DUMP(why);
  DUMP(err);
  DUMP(old);
  DUMP(first);
  DUMP(least);
  dump("a", a, sizeof(double), n);
  dump("b", b, sizeof(double), n);
  return 0;
}
