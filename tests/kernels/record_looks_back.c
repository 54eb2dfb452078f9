// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A record of the step's error that the end of the loop compares with the one before, from the second step on. Where no
// step comes to that, the original loops run.
// READING
// NO-DIAMOND
// SWEEP-ONLY
// COUNTS-STEPS
// RANK: 1
// RUN-ARGS: 100 @
// RUN-ARGS: 9 @
// STEPS: 2 7 40
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 100), steps = arg(argc, argv, 2, 7), k;
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double));
  static double errors[64];
  fill_double(u, n, 1);
  fill_double(v, n, 2);
#pragma stencil
  for (k = 0; k < steps; k++) {
    double e = 0;
    for (int i = 1; i < n - 1; i++) {
      v[i] = (u[i - 1] + u[i + 1]) / 2;
      e += fabs(v[i] - u[i]);
    }
    for (int i = 1; i < n - 1; i++)
      u[i] = v[i];
    errors[k] = e / n;
    if (k > 0 && fabs(errors[k] - errors[k - 1]) < 1e-3)
      break;
  }
  printf("steps %d\n", k < steps ? k + 1 : k);
  dump("errors", errors, sizeof(double), 64);
  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  return 0;
}
