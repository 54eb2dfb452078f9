// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A table whose plane a counter of the steps picks, beside a column that all cells of a row look at.
// SWEEP-ONLY
// RING-OF-ROWS
// RANK: 2
// RUN-ARGS: 21 16 @
// RUN-ARGS: 5 4 @
// TINY-ARGS: 3 3 @
#include "dump.h"

#define NY 18
#define NX 23
static float u[2][NY][NX];
static double normal[4][NY][NX];

int main(int argc, char **argv) {
  int nx = arg(argc, argv, 1, 21), ny = arg(argc, argv, 2, 16), steps = arg(argc, argv, 3, 7), season = 1;
  fill_float(&u[0][0][0], 2 * NY * NX, 95);
  fill_double(&normal[0][0][0], 4 * NY * NX, 96);
#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 1; j < ny - 1; j++)
      for (int i = 1; i < nx - 1; i++)
        u[(t + 1) % 2][j][i] = 0.5f * u[t % 2][j][nx] + 0.25f * u[t % 2][j][i - 1] + (float)normal[season][j][i];
    if (++season == 4)
      season = 0;
  }
  dump("u", u, sizeof(float), 2 * NY * NX);
  return 0;
}
