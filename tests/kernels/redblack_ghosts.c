// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Two colours on a ring with ghost cells, refreshed before each colour. Its even length keeps them apart across the ends.
// NO-DIAMOND
// RANK: 1
// NO-STREAM
// WHOLE-IN-TILES: elements at any distance
// EXTRA: -DN=42
// EXTRA: -DN=8
// RUN-ARGS: @
#include "dump.h"

#ifndef N
#define N 12
#endif

static float u[N];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  fill_float(u, N, 70);

#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int c = 0; c < 2; c++) {
      u[0] = u[N - 2];
      u[N - 1] = u[1];
      for (int i = 1; i < N - 1; i++)
        if (i % 2 == c)
          u[i] = 0.5f * (u[i - 1] + u[i + 1]);
    }

  dump("u", u, sizeof(float), N);
  return 0;
}
