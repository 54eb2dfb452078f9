// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A copy of a number that the program's own code changes before the copy is looked at.
// READING
// RANK: 1
// RUN-ARGS: 37 @
// RUN-ARGS: 5 @
// SWEEP-ONLY
#include "dump.h"

static double most;

static void tick(void) {
  most += 100;
  printf("%g\n", most);
}

int main(int argc, char **argv) {
  const int n = arg(argc, argv, 1, 37), steps = arg(argc, argv, 2, 7);
  double *u = array(n, sizeof *u), *v = array(n, sizeof *v), d1, d2;
  fill_double(u, n, 1);
  fill_double(v, n, 2);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++)
      v[i] = 0.5 * (u[i - 1] + u[i + 1]);
    d1 = most;
    tick();
    d2 = t * 3;
    most = d1 >= d2 ? d1 : d2;
    double *s = u;
    u = v;
    v = s;
  }
  dump("u", u, sizeof *u, n);
  dump("most", &most, sizeof most, 1);
  return 0;
}
