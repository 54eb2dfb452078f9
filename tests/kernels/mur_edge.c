// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Absorbing ends as in 1D FDTD programs: scalars keep what the cells beside the ends were a step ago; single elements of
// the arrays are looked at between the nests.
// NO-DIAMOND
// RANK: 1
// SWEEP-ONLY
// WHOLE: elements at any distance along the slowest axis are read
// RUN-ARGS: 64 @
// RUN-ARGS: 5 @
#include "dump.h"

int main(int argc, char **argv) {
  int n = arg(argc, argv, 1, 64), steps = arg(argc, argv, 2, 7);
  float *ez = array(n, sizeof *ez), *hy = array(n, sizeof *hy);
  float left = 0.25f, right = -0.5f, middle = 1.0f, sum = 0.0f;
  fill_float(ez, n, 11);
  fill_float(hy, n, 12);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    const float beside = ez[1], last = 0.5f * (ez[n - 2] + right);
    for (int i = 0; i < n - 1; i++)
      hy[i] += 0.5f * (ez[i + 1] - ez[i]);
    for (int i = 1; i < n - 1; i++)
      ez[i] += 0.5f * (hy[i] - hy[i - 1]);
    ez[0] = left + 0.25f * (ez[1] - ez[0]);
    ez[n - 1] = last;
    left = beside;
    right = ez[n - 2];
    middle = ez[n / 2] * middle;
    sum += hy[2] + left;
  }

  dump("ez", ez, sizeof *ez, n);
  dump("hy", hy, sizeof *hy, n);
  DUMP(left);
  DUMP(right);
  DUMP(middle);
  DUMP(sum);
  return 0;
}
