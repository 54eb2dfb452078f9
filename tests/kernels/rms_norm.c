// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Division, sqrtf, floor and fmax-like selections in float: rounding must be the original's.
// RANK: 1
// RUN-ARGS: 83 @
// RUN-ARGS: 3 @
#include "dump.h"

#include <math.h>

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 83), steps = arg(argc, argv, 2, 7);
  float *x = array(n, sizeof *x), *y = array(n, sizeof *y);
  fill_float(x, n, 97);
  fill_float(y, n, 98);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int i = 1; i < n - 1; i++) {
      float m = sqrtf((x[i - 1] * x[i - 1] + x[i] * x[i] + x[i + 1] * x[i + 1]) / 3.0f);
      float q = x[i] / (m + 0.1f);
      y[i] = q - floorf(q) * 0.5f + 1.0f / (1.5f + x[i + 1] * x[i - 1]);
    }
    float *tmp = x;
    x = y;
    y = tmp;
  }

  dump("x", x, sizeof *x, n);
  dump("y", y, sizeof *y, n);
  return 0;
}
