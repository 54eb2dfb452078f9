// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A flat array whose cells look one row back and close to a ring: the product that the range is tells of no rows.
// READING
// RANK: 1
// NO-DIAMOND
// RUN-ARGS: 9 @
// TINY-ARGS: 0 @
// REGION: @
#include "dump.h"
#define L 12
#define L2 (L * L)

static double c[L2], d[L2];

int main(int argc, char **argv) {
  const int shift = arg(argc, argv, 1, 0), steps = arg(argc, argv, 2, 9);
  fill_double(c, L2, 3);
  int i;
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (i = 0; i < L2; i++)
      d[i] = c[(i - L + L2) % L2] - shift;
    for (i = 0; i < L2; i++)
      c[i] = d[i] / 2;
  }
  dump("c", c, sizeof(double), L2);
  return 0;
}
