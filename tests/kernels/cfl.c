// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The largest speed of a step sets the length of the next one.
// NO-DIAMOND
// RANK: 1
// SWEEP-ONLY
// COUNTS-STEPS
// RUN-ARGS: 50 @
// RUN-ARGS: 50 25
#include "dump.h"
#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 50), most = arg(argc, argv, 2, 25);
  double *u = array(n, sizeof(double)), *v = array(n, sizeof(double));
  fill_double(u, n, 81);
  fill_double(v, n, 82);
  double dx = 0.1, dt = 0.01, now = 0, end = 0.9, fastest = 0;
  int step = 0;

#pragma stencil
  for (step = 0; step < most && now < end; step++) {
    fastest = 0.1;
    for (int i = 1; i < n; i++) {
      v[i] = u[i] - dt / dx * u[i] * (u[i] - u[i - 1]);
      if (fabs(v[i]) > fastest)
        fastest = fabs(v[i]);
    }
    now += dt;
    dt = 0.5 * dx / fastest;
    double *spare = u;
    u = v;
    v = spare;
  }

  printf("steps %d\n", step);
  DUMP(dt);
  DUMP(now);
  dump("u", u, sizeof(double), n);
  dump("v", v, sizeof(double), n);
  return 0;
}
