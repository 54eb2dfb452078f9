// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A line behind a halo that is updated by way of a second one, with the largest change; the ends of the halo are stored to.
// READING
// RANK: 1
// RUN-ARGS: 41 @
// RUN-ARGS: 6 @
#include "dump.h"
#include <math.h>

static double sweep(int n, int steps, double *u, double *v) {
  double err = -1;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    err = 0;
    u[-2] = 0.5 * u[1];
    for (int i = 0; i < n; i++) {
      v[i] = 0.4 * u[i] + 0.2 * (u[i - 1] + u[i + 1]) + 0.1 * (u[i - 2] + u[i + 2]);
      err = fmax(err, fabs(v[i] - u[i]));
    }
    for (int i = 0; i < n; i++)
      u[i] = v[i];
  }
  return err;
}

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 41), steps = arg(argc, argv, 2, 7);
  double *memory = array(n + 4, sizeof(double)), *other = array(n, sizeof(double));
  fill_double(memory, n + 4, 64);
  double err = sweep(n, steps, memory + 2, other);
  DUMP(err);
  dump("memory", memory, sizeof(double), n + 4);
  dump("other", other, sizeof(double), n);
  return 0;
}
