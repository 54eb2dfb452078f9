// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A chain of masses: springs and masses alternate in one array. Odd cells follow even ones and the other way round.
// RANK: 1
// RUN-ARGS: 61 @
// RUN-ARGS: 62 @
// RUN-ARGS: 4 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 61), steps = arg(argc, argv, 2, 7), i = 0;
  double *x = array(n, sizeof(double));
  fill_double(x, n, 68);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 1; i < n - 1; i += 2)
      x[i] += 0.25 * (x[i + 1] - x[i - 1]);
    for (i = 2; i < n - 1; i += 2)
      x[i] += 0.25 * (x[i + 1] - x[i - 1]);
  }

  DUMP(i);
  dump("x", x, sizeof(double), n);
  return 0;
}
