// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three axes, static array with two time levels; the parity as a bit.
// RANK: 3
// EXTRA: -DN=11
// RUN-ARGS: @
#include "dump.h"

#ifndef N
#define N 11
#endif

static float A[2][N][N + 2][N + 5];

int main(int argc, char **argv) {
  int steps = arg(argc, argv, 1, 7);
  size_t cells = sizeof A / sizeof A[0][0][0][0];
  fill_float(&A[0][0][0][0], cells, 10);

#pragma stencil
  for (int t = 0; t < steps; t++)
    for (int k = 1; k < N - 1; k++)
      for (int j = 1; j < N + 1; j++)
        for (int i = 1; i < N + 4; i++)
          A[(t + 1) % 2][k][j][i] =
              0.125f * (A[t % 2][k + 1][j][i] - 2.0f * A[t % 2][k][j][i] + A[t % 2][k - 1][j][i]) +
              0.125f * (A[t % 2][k][j + 1][i] - 2.0f * A[t % 2][k][j][i] + A[t % 2][k][j - 1][i]) +
              0.125f * (A[t % 2][k][j][i - 1] - 2.0f * A[t % 2][k][j][i] + A[t % 2][k][j][i + 1]) + A[t % 2][k][j][i];

  dump("A", A, sizeof(float), cells);
  return 0;
}
