// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One axis, both time levels in one fixed-size array, chosen by the step's parity.
// RANK: 1
// EXTRA: -DN=67
// EXTRA: -DN=3
// RUN-ARGS: 0 @
// RUN-ARGS: 3 @
#include "dump.h"

#ifndef N
#define N 67
#endif

static double A[2][N];

int main(int argc, char **argv) {
  int from = arg(argc, argv, 1, 0);
  int steps = arg(argc, argv, 2, 7);
  fill_double(&A[0][0], 2 * N, 2);

#pragma stencil
  for (int t = from; t < from + steps; t++)
    for (int i = 1; i < N - 1; i++)
      A[(t + 1) % 2][i] = 0.25 * A[t % 2][i - 1] + 0.5 * A[t % 2][i] + 0.25 * A[t % 2][i + 1];

  dump("A", A, sizeof A[0][0], 2 * N);
  return 0;
}
