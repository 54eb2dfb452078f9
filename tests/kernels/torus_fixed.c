// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Wrapped indices where all sizes are numbers: remainder and mask, an index macro, one array for both levels, a copy.
// RANK: 2
// RUN-ARGS: @
// EXTRA: -DNX=16 -DNY=21
// EXTRA: -DNX=4 -DNY=3
#include "dump.h"

#ifndef NX
#define NX 16
#define NY 21
#endif
#define IDX(i, j) ((((j) + NY) % NY) * NX + (((i) + NX) % NX))

static double a[NX * NY], b[NX * NY];
static int c[2][NY][NX];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  fill_double(a, NX * NY, 83);
  fill_int(&c[0][0][0], 2 * NX * NY, 84, -100, 100);

#pragma stencil
  for (int t = 0; t < steps; t++) {
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        b[IDX(i, j)] = 0.25 * (a[IDX(i + 1, j)] + a[IDX(i - 1, j)] + a[IDX(i, j + 2)] + a[IDX(i - 1, j - 1)]);
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        c[(t + 1) % 2][j][i] = c[t % 2][j][(i + 1) & (NX - 1)] - c[t % 2][(j + NY - 1) % NY][(i - 1) & (NX - 1)] / 2;
    for (int j = 0; j < NY; j++)
      for (int i = 0; i < NX; i++)
        a[j * NX + i] = b[j * NX + i] + 0.125 * c[(t + 1) % 2][j][i];
  }

  DUMP(a);
  DUMP(b);
  DUMP(c);
  return 0;
}
